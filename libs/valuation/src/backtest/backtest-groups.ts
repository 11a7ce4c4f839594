import { type Cents, DATA_TIERS, type EpochDay, monthOfDay, SetStatus, setStatusOn } from '@brickmarket/domain';
import { type ItemSeries, type Market, SERIES_KINDS } from '../kernel/market.ts';
import type { SaleColumns } from '../kernel/sale-columns.ts';
import { BacktestGroup, type Estimate, type GroupFigures } from './backtest-group.ts';
import type { BaselineName } from './baselines.ts';

/** What a table of a backtest is broken down by. */
export const BREAKDOWNS = ['tier', 'kind', 'selling', 'theme', 'priceBand', 'status'] as const;
export type Breakdown = (typeof BREAKDOWNS)[number];

/** The figures over all sales, and by each breakdown and group; `groupsInOrder` says in which order to show groups. */
export interface FiguresBy<By extends string> {
  readonly overall: GroupFigures;
  readonly by: Readonly<Record<By, Readonly<Record<string, GroupFigures>>>>;
}
/** The figures of a backtest. */
export type BacktestFigures = FiguresBy<Breakdown>;

const PRICE_BANDS: readonly { readonly below: Cents; readonly name: string }[] = [
  { below: 2_500, name: 'under $25' },
  { below: 10_000, name: '$25 to $100' },
  { below: 30_000, name: '$100 to $300' },
  { below: Number.POSITIVE_INFINITY, name: '$300 and more' },
];

/** How the sales of a series look: one price a month is an offer, anything else is single sales. */
const SELLING = ['single sales', 'offers'] as const;

/** Kinds of items by their stage of life, in the order in which reports show them. */
const STATUSES = ['available', 'retired', 'minifig'] as const;

const SHOWN_ORDER: Readonly<Record<string, readonly string[]>> = {
  tier: DATA_TIERS,
  kind: SERIES_KINDS,
  selling: SELLING,
  priceBand: PRICE_BANDS.map(({ name }) => name),
  status: STATUSES,
};

/**
 * The groups of a breakdown as every report shows them: tiers by confidence, prices from low to high, themes by sales.
 * A kept report comes back with its names in any order, so the order is made when it is shown.
 */
export function groupsInOrder<By extends string>(
  { by }: FiguresBy<By>,
  breakdown: By,
): readonly (readonly [name: string, figures: GroupFigures])[] {
  const order = SHOWN_ORDER[breakdown];
  // Reports of earlier releases lack some breakdowns.
  return Object.entries(by[breakdown] ?? {}).toSorted(([a, one], [b, other]) =>
    order ? order.indexOf(a) - order.indexOf(b) : other.sales - one.sales || (a < b ? -1 : 1),
  );
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

/** The groups that the sales of a series in one month belong to. The band goes by the value before the month. */
export function groupNamesOf(
  { sales, series }: Market,
  index: number,
  asOf: EpochDay,
  tierIndex: number,
  valueCents: Cents,
): Readonly<Record<Breakdown, string>> {
  const one = series[index]!;
  return {
    tier: DATA_TIERS[tierIndex]!,
    kind: one.kind,
    selling: sellingOf(sales, one, asOf),
    theme: one.facts.theme ?? 'none',
    priceBand: priceBandOf(valueCents),
    status: statusName(one, asOf),
  };
}

const YEAR_DAYS = 365;
/** Fewer months say nothing, nor do months with long gaps between them. */
const FEWEST_MONTHS = 3;
const LEAST_SHARE_OF_MONTHS = 0.75;

function sellingOf({ day }: SaleColumns, { start, end }: ItemSeries, asOf: EpochDay): (typeof SELLING)[number] {
  const known = day.subarray(start, end).filter((sold) => sold <= asOf && sold > asOf - YEAR_DAYS);
  const months = new Set(Array.from(known, monthOfDay)).size;
  if (months !== known.length || months < FEWEST_MONTHS) return 'single sales';
  const between = 1 + monthOfDay(known.at(-1)!) - monthOfDay(known[0]!);
  return months >= LEAST_SHARE_OF_MONTHS * between ? 'offers' : 'single sales';
}

/** The name of the band that a value lies in. */
export function priceBandOf(valueCents: Cents): string {
  return PRICE_BANDS.find(({ below }) => valueCents < below)!.name;
}

function statusName(series: ItemSeries, asOf: EpochDay): (typeof STATUSES)[number] {
  if (series.kind !== 'sealed' && series.kind !== 'used') return 'minifig';
  return setStatusOn(series.facts, asOf) === SetStatus.retired ? 'retired' : 'available';
}
