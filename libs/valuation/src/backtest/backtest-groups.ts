import { type Cents, DATA_TIERS, type EpochDay, SetStatus, setStatusOn } from '@brickmarket/domain';
import type { ItemSeries } from '../market.ts';
import { isOfSet } from '../price-behaviour.ts';
import { BacktestGroup, type GroupFigures } from './backtest-group.ts';

/** What a table of the report is broken down by. */
export const BREAKDOWNS = ['tier', 'theme', 'priceBand', 'status'] as const;
export type Breakdown = (typeof BREAKDOWNS)[number];

/** The figures over all sales, and by each breakdown and group; `groupsInOrder` says in which order to show groups. */
export interface BacktestFigures {
  readonly overall: GroupFigures;
  readonly by: Readonly<Record<Breakdown, Readonly<Record<string, GroupFigures>>>>;
}

const PRICE_BANDS: readonly { readonly below: Cents; readonly name: string }[] = [
  { below: 2_500, name: 'under $25' },
  { below: 10_000, name: '$25 to $100' },
  { below: 30_000, name: '$100 to $300' },
  { below: Number.POSITIVE_INFINITY, name: '$300 and more' },
];

/** Kinds of items by their stage of life, in the order in which reports show them. */
const STATUSES = ['available', 'retired', 'minifig'] as const;

const SHOWN_ORDER: Readonly<Partial<Record<Breakdown, readonly string[]>>> = {
  tier: DATA_TIERS,
  priceBand: PRICE_BANDS.map(({ name }) => name),
  status: STATUSES,
};

/**
 * The groups of a breakdown as every report shows them: tiers by confidence, prices from low to high, themes by sales.
 * A kept report comes back with its names in any order, so the order is made when it is shown.
 */
export function groupsInOrder(
  { by }: BacktestFigures,
  breakdown: Breakdown,
): readonly (readonly [name: string, figures: GroupFigures])[] {
  const order = SHOWN_ORDER[breakdown];
  return Object.entries(by[breakdown]).toSorted(([a, one], [b, other]) =>
    order ? order.indexOf(a) - order.indexOf(b) : other.sales - one.sales || (a < b ? -1 : 1),
  );
}

/** The groups of a backtest, made as sales appear in them. */
export class BacktestGroups {
  private readonly overall = new BacktestGroup();
  private readonly by: Record<Breakdown, Map<string, BacktestGroup>> = {
    tier: new Map(),
    theme: new Map(),
    priceBand: new Map(),
    status: new Map(),
  };

  /** The groups that the sales of a series in one month belong to. The band goes by the value before the month. */
  groupsOf(series: ItemSeries, asOf: EpochDay, tierIndex: number, valueCents: Cents): readonly BacktestGroup[] {
    return [
      this.overall,
      this.group('tier', DATA_TIERS[tierIndex]!),
      this.group('theme', series.facts.theme ?? 'none'),
      this.group('priceBand', PRICE_BANDS.find(({ below }) => valueCents < below)!.name),
      this.group('status', statusName(series, asOf)),
    ];
  }

  figures(): BacktestFigures {
    const table = (breakdown: Breakdown): Record<string, GroupFigures> =>
      Object.fromEntries([...this.by[breakdown]].map(([name, group]) => [name, group.figures()]));
    return {
      overall: this.overall.figures(),
      by: { tier: table('tier'), theme: table('theme'), priceBand: table('priceBand'), status: table('status') },
    };
  }

  private group(breakdown: Breakdown, name: string): BacktestGroup {
    const groups = this.by[breakdown];
    let group = groups.get(name);
    if (!group) groups.set(name, (group = new BacktestGroup()));
    return group;
  }
}

function statusName(series: ItemSeries, asOf: EpochDay): (typeof STATUSES)[number] {
  if (!isOfSet(series)) return 'minifig';
  return setStatusOn(series.facts, asOf) === SetStatus.retired ? 'retired' : 'available';
}
