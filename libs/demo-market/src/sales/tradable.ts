import type { Condition, EpochDay, ItemKind } from '@brickmarket/domain';
import type { FigureBlueprint } from '../catalogue/figure-blueprint.ts';
import type { SetBlueprint } from '../catalogue/set-blueprint.ts';
import { childKey, Purpose, type StreamKey } from '../random/stream-key.ts';
import { FigureValuePath } from '../truth/figure-value-path.ts';
import type { ThemeClimate } from '../truth/market-climate.ts';
import { SetValuePath } from '../truth/set-value-path.ts';
import type { ValuePath } from '../truth/value-path.ts';
import { drawMixture, type Mixture, type Temperament, TEMPERAMENTS, temperedPath } from './temperaments.ts';
import { figureTemper, setTemper } from './trade-temper.ts';

/** One item in one condition, as the sales generator sees it. */
export interface Tradable {
  readonly itemKind: ItemKind;
  readonly itemNumber: string;
  readonly condition: Condition;
  readonly key: StreamKey;
  readonly firstDay: EpochDay;
  readonly path: ValuePath;
  readonly spread: number;
  readonly sloppiness: number;
  /** What else is sold under its number; null for nothing. */
  readonly mixture: Mixture | null;
  /** Whether it has one listing a month instead of single sales. */
  readonly isListed: boolean;
  /** Expected sales a month around a day, seasons aside. */
  perMonth(day: EpochDay): number;
}

const DAYS_PER_YEAR = 365.25;

/** The two markets of a set. */
export function setTradables(
  set: SetBlueprint,
  climate: ThemeClimate,
  lastDay: EpochDay,
  temperament: Temperament = TEMPERAMENTS.ordinary,
): readonly Tradable[] {
  const pace = temperament.pace ?? 1;
  const temper = setTemper(set.key, set.listPriceCents);
  const shared = {
    itemKind: 'set',
    itemNumber: set.setNumber,
    path: temperedPath(new SetValuePath(set, climate, lastDay), set.key, temperament, set.releaseDay, lastDay),
    sloppiness: temper.sloppiness,
    mixture: drawMixture(set.key, temperament),
    isListed: temperament.pace === null,
  } as const;
  return [
    {
      ...shared,
      condition: 'sealed',
      key: childKey(set.key, Purpose.sealedSales),
      firstDay: set.releaseDay,
      spread: temperament.spread?.sealed ?? temper.sealedSpread,
      perMonth: (day) => pace * temper.sealedPerMonth * sealedInterest(set, day),
    },
    {
      ...shared,
      condition: 'used',
      key: childKey(set.key, Purpose.usedSales),
      firstDay: set.releaseDay + 30,
      spread: temperament.spread?.used ?? temper.usedSpread,
      perMonth: (day) => pace * temper.usedPerMonth * Math.min(1, 0.1 + (day - set.releaseDay) / (2 * DAYS_PER_YEAR)),
    },
  ];
}

/** The two markets of a minifigure; they share one value but for a premium. */
export function figureTradables(
  figure: FigureBlueprint,
  climate: ThemeClimate,
  lastDay: EpochDay,
  temperament: Temperament = TEMPERAMENTS.ordinary,
): readonly Tradable[] {
  const pace = temperament.pace ?? 1;
  const temper = figureTemper(figure.key);
  const shared = {
    itemKind: 'minifig',
    itemNumber: figure.minifigNumber,
    firstDay: figure.firstDay + 3,
    path: temperedPath(
      new FigureValuePath(figure, climate, lastDay),
      figure.key,
      temperament,
      figure.firstDay,
      lastDay,
    ),
    sloppiness: temper.sloppiness,
    mixture: drawMixture(figure.key, temperament),
    isListed: temperament.pace === null,
  } as const;
  return [
    {
      ...shared,
      condition: 'sealed',
      key: childKey(figure.key, Purpose.sealedSales),
      spread: temperament.spread?.sealed ?? temper.sealedSpread,
      perMonth: () => pace * temper.sealedPerMonth,
    },
    {
      ...shared,
      condition: 'used',
      key: childKey(figure.key, Purpose.usedSales),
      spread: temperament.spread?.used ?? temper.usedSpread,
      perMonth: () => pace * temper.usedPerMonth,
    },
  ];
}

/** Resellers are busiest around the exit; sealed copies become rare as the years go by. */
function sealedInterest(set: SetBlueprint, day: EpochDay): number {
  const sinceExit = (day - set.exitDay) / DAYS_PER_YEAR;
  if (sinceExit < -0.5) return 0.8;
  if (sinceExit < 0.5) return 1.6;
  return 0.35 + 0.95 * Math.exp(-(sinceExit - 0.5) / 3);
}
