import { type Cents, DATA_TIERS, type EpochDay, monthOfDay } from '@brickmarket/domain';
import { type ItemSeries, SERIES_KINDS } from '../kernel/market.ts';
import type { SaleColumns } from '../kernel/sale-columns.ts';
import { BacktestGroup, type Estimate, type GroupFigures } from './backtest-group.ts';
import type { BaselineName } from './baselines.ts';

/** What a table of a backtest is broken down by. */
export const BREAKDOWNS = ['tier', 'kind', 'selling'] as const;
export type Breakdown = (typeof BREAKDOWNS)[number];

/** The figures over all sales, and by each breakdown and group. Kept reports may have more or fewer breakdowns. */
export interface FiguresBy<By extends string> {
  readonly overall: GroupFigures;
  readonly by: Readonly<Record<By, Readonly<Record<string, GroupFigures>>>>;
}
/** The figures of a backtest. */
export type BacktestFigures = FiguresBy<Breakdown>;

/** How the sales of a series look: one price a month is an offer, anything else is single sales. */
const SELLING = ['single sales', 'offers'] as const;
const SHOWN: Readonly<Record<Breakdown, readonly string[]>> = {
  tier: DATA_TIERS,
  kind: SERIES_KINDS,
  selling: SELLING,
};

/** The groups of a breakdown in the order of reports: a kept one comes back with its names in any order. */
export function groupsInOrder<By extends Breakdown>(
  { by }: FiguresBy<By>,
  breakdown: By,
): readonly (readonly [name: string, figures: GroupFigures])[] {
  const groups = by[breakdown] ?? {};
  return SHOWN[breakdown].flatMap((name) => (groups[name] === undefined ? [] : [[name, groups[name]] as const]));
}

/** Groups of sales, created as sales appear in them, with some baselines. */
export class SaleGroups<By extends string> {
  readonly #overall: BacktestGroup;
  readonly #by: Readonly<Record<By, Map<string, BacktestGroup>>>;

  constructor(
    breakdowns: readonly By[],
    private readonly baselines: readonly BaselineName[],
  ) {
    this.#overall = new BacktestGroup(baselines);
    this.#by = Object.fromEntries(breakdowns.map((by) => [by, new Map()])) as Record<By, Map<string, BacktestGroup>>;
  }

  /** Counts a sale in all groups it belongs to, as `BacktestGroup.add` does. */
  add(names: Readonly<Record<By, string>>, paid: Cents, estimate: Estimate, baselineValues: Float64Array): void {
    this.#overall.add(paid, estimate, baselineValues);
    for (const by in this.#by) {
      let group = this.#by[by].get(names[by]);
      if (!group) this.#by[by].set(names[by], (group = new BacktestGroup(this.baselines)));
      group.add(paid, estimate, baselineValues);
    }
  }

  figures(): FiguresBy<By> {
    const by = Object.entries<Map<string, BacktestGroup>>(this.#by).map(([breakdown, groups]) => [
      breakdown,
      Object.fromEntries(Array.from(groups, ([name, group]) => [name, group.figures()])),
    ]);
    return { overall: this.#overall.figures(), by: Object.fromEntries(by) as FiguresBy<By>['by'] };
  }
}

const YEAR_DAYS = 365;
/** Fewer months say nothing, nor do months with long gaps between them. */
const FEWEST_MONTHS = 3;
const LEAST_SHARE_OF_MONTHS = 0.75;

/** How a series sold in the year before a day. */
export function sellingOf({ day }: SaleColumns, { start, end }: ItemSeries, asOf: EpochDay): (typeof SELLING)[number] {
  const known = day.subarray(start, end).filter((sold) => sold <= asOf && sold > asOf - YEAR_DAYS);
  const months = new Set(Array.from(known, monthOfDay)).size;
  if (months !== known.length || months < FEWEST_MONTHS) return 'single sales';
  const between = 1 + monthOfDay(known.at(-1)!) - monthOfDay(known[0]!);
  return months >= LEAST_SHARE_OF_MONTHS * between ? 'offers' : 'single sales';
}
