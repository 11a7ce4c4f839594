import type { EpochDay } from '@brickmarket/domain';
import { fatTailed, RandomStream, type StreamKey } from '../random/random-stream.ts';
import type { SetBlueprint } from './set-blueprint.ts';

export interface FigureBlueprint {
  readonly key: StreamKey;
  readonly minifigNumber: string;
  readonly themeIndex: number;
  readonly baseValueCents: number;
  readonly firstDay: EpochDay;
  readonly lastDay: EpochDay;
  readonly announcedDay: EpochDay;
  /** Traded ones, also unannounced. */
  readonly sets: readonly SetBlueprint[];
}

export function drawTradedFigure(
  key: StreamKey,
  minifigNumber: string,
  sets: readonly [SetBlueprint, ...SetBlueprint[]],
): FigureBlueprint {
  const baseValueCents = drawBaseValue(new RandomStream(key));
  return { key, minifigNumber, themeIndex: sets[0].themeIndex, baseValueCents, ...lifeSpan(sets) };
}

export function drawBaseValue(stream: RandomStream): number {
  return Math.max(60, Math.round(420 * Math.exp(0.9 * fatTailed(stream))));
}

export function lifeSpan(
  sets: readonly SetBlueprint[],
): Pick<FigureBlueprint, 'firstDay' | 'lastDay' | 'announcedDay' | 'sets'> {
  return {
    firstDay: Math.min(...sets.map((set) => set.releaseDay)),
    lastDay: Math.max(...sets.map((set) => set.exitDay)),
    announcedDay: Math.min(...sets.map((set) => set.announcedDay)),
    sets,
  };
}
