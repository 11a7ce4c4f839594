import type { Condition, EpochDay, ItemKind } from '@brickmarket/domain';
import type { FigureBlueprint } from '../catalog/figure-blueprint.ts';
import type { SetBlueprint } from '../catalog/set-blueprint.ts';
import { normal, RandomStream, childKey, Purpose, type StreamKey } from '../random/random-stream.ts';
import { FigureValuePath } from '../truth/figure-value-path.ts';
import type { ThemeClimate } from '../truth/market-climate.ts';
import { SetValuePath } from '../truth/set-value-path.ts';
import type { ValuePath } from '../truth/curves.ts';

interface TradeHabits {
  /** Average; heavy-tailed over items. */
  readonly sealedPerMonth: number;
  readonly usedPerMonth: number;
  /** Log spread of prices around the true value. */
  readonly sealedSpread: number;
  readonly usedSpread: number;
  /** Scales the share of flawed rows. */
  readonly sloppiness: number;
}

const MOST_PER_MONTH = 220;

/** Expensive sets trade less often. */
function setHabits(key: StreamKey, listPriceCents: number): TradeHabits {
  const stream = new RandomStream(childKey(key, Purpose.tradeHabits));
  const popularity = normal(stream) - 0.15 * Math.log(listPriceCents / 4000);
  return {
    sealedPerMonth: Math.min(MOST_PER_MONTH, 0.55 * Math.exp(1.75 * popularity)),
    usedPerMonth: Math.min(MOST_PER_MONTH, 0.3 * Math.exp(1.2 * popularity + 1.1 * normal(stream))),
    sealedSpread: stream.between(0.05, 0.13),
    usedSpread: stream.between(0.12, 0.26),
    sloppiness: stream.between(0.4, 2),
  };
}

function figureHabits(key: StreamKey): TradeHabits {
  const stream = new RandomStream(childKey(key, Purpose.tradeHabits));
  const popularity = normal(stream);
  return {
    sealedPerMonth: Math.min(MOST_PER_MONTH, 0.14 * Math.exp(1.5 * popularity)),
    usedPerMonth: Math.min(MOST_PER_MONTH, 0.3 * Math.exp(1.5 * popularity)),
    sealedSpread: stream.between(0.1, 0.2),
    usedSpread: stream.between(0.12, 0.28),
    sloppiness: stream.between(0.3, 1.5),
  };
}

export interface Tradable {
  readonly itemKind: ItemKind;
  readonly itemNumber: string;
  readonly condition: Condition;
  readonly key: StreamKey;
  readonly firstDay: EpochDay;
  readonly path: ValuePath;
  readonly spread: number;
  readonly sloppiness: number;
  /** Shift of a sale's log price; absent: none. */
  readonly drawShift?: (stream: RandomStream) => number;
  /** Expected around a day, without seasons. */
  perMonth(day: EpochDay): number;
}

const DAYS_PER_YEAR = 365.25;

export function setTradables(set: SetBlueprint, climate: ThemeClimate, lastDay: EpochDay): readonly Tradable[] {
  const habits = setHabits(set.key, set.listPriceCents);
  const shared = {
    itemKind: 'set',
    itemNumber: set.setNumber,
    path: new SetValuePath(set, climate, lastDay),
    sloppiness: habits.sloppiness,
  } as const;
  return [
    {
      ...shared,
      condition: 'sealed',
      key: childKey(set.key, Purpose.sealedSales),
      firstDay: set.releaseDay,
      spread: habits.sealedSpread,
      perMonth: (day) => habits.sealedPerMonth * sealedInterest(set, day),
    },
    {
      ...shared,
      condition: 'used',
      key: childKey(set.key, Purpose.usedSales),
      firstDay: set.releaseDay + 30,
      spread: habits.usedSpread,
      perMonth: (day) => habits.usedPerMonth * Math.min(1, 0.1 + (day - set.releaseDay) / (2 * DAYS_PER_YEAR)),
    },
  ];
}

/** Values differ only by a premium for unused figures. */
export function figureTradables(
  figure: FigureBlueprint,
  climate: ThemeClimate,
  lastDay: EpochDay,
): readonly Tradable[] {
  const habits = figureHabits(figure.key);
  const shared = {
    itemKind: 'minifig',
    itemNumber: figure.minifigNumber,
    firstDay: figure.firstDay + 3,
    path: new FigureValuePath(figure, climate, lastDay),
    sloppiness: habits.sloppiness,
  } as const;
  return [
    {
      ...shared,
      condition: 'sealed',
      key: childKey(figure.key, Purpose.sealedSales),
      spread: habits.sealedSpread,
      perMonth: () => habits.sealedPerMonth,
    },
    {
      ...shared,
      condition: 'used',
      key: childKey(figure.key, Purpose.usedSales),
      spread: habits.usedSpread,
      perMonth: () => habits.usedPerMonth,
    },
  ];
}

/** Peaks around the exit; sealed copies become rare with the years. */
function sealedInterest(set: SetBlueprint, day: EpochDay): number {
  const sinceExit = (day - set.exitDay) / DAYS_PER_YEAR;
  if (sinceExit < -0.5) return 0.8;
  if (sinceExit < 0.5) return 1.6;
  return 0.35 + 0.95 * Math.exp(-(sinceExit - 0.5) / 3);
}
