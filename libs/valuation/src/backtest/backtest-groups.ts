import { type Cents, DATA_TIERS, type EpochDay, SetStatus, setStatusOn } from '@brickmarket/domain';
import { type ItemSeries, SERIES_KINDS } from '../market.ts';
import { isOfSet } from '../price-behaviour.ts';
import { BacktestGroup, type GroupFigures } from './backtest-group.ts';

/** What a table of a backtest is broken down by. */
export const BREAKDOWNS = ['tier', 'theme', 'priceBand', 'status'] as const;
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

/** Kinds of items by their stage of life, in the order in which reports show them. */
const STATUSES = ['available', 'retired', 'minifig'] as const;

const SHOWN_ORDER: Readonly<Record<string, readonly string[]>> = {
  tier: DATA_TIERS,
  kind: SERIES_KINDS,
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
  return Object.entries(by[breakdown]).toSorted(([a, one], [b, other]) =>
    order ? order.indexOf(a) - order.indexOf(b) : other.sales - one.sales || (a < b ? -1 : 1),
  );
}

/** Groups of sales, made as sales appear in them. */
export class SaleGroups<By extends string> {
  readonly overall = new BacktestGroup();
  private readonly by: ReadonlyMap<By, Map<string, BacktestGroup>>;

  constructor(breakdowns: readonly By[]) {
    this.by = new Map(breakdowns.map((breakdown) => [breakdown, new Map()]));
  }

  group(breakdown: By, name: string): BacktestGroup {
    const groups = this.by.get(breakdown)!;
    let group = groups.get(name);
    if (!group) groups.set(name, (group = new BacktestGroup()));
    return group;
  }

  figures(): FiguresBy<By> {
    const by = Array.from(this.by, ([breakdown, groups]) => [
      breakdown,
      Object.fromEntries(Array.from(groups, ([name, group]) => [name, group.figures()])),
    ]);
    return { overall: this.overall.figures(), by: Object.fromEntries(by) as FiguresBy<By>['by'] };
  }
}

/** The groups that the sales of a series in one month belong to. The band goes by the value before the month. */
export function groupsOf(
  groups: SaleGroups<Breakdown>,
  series: ItemSeries,
  asOf: EpochDay,
  tierIndex: number,
  valueCents: Cents,
): readonly BacktestGroup[] {
  return [
    groups.overall,
    groups.group('tier', DATA_TIERS[tierIndex]!),
    groups.group('theme', series.facts.theme ?? 'none'),
    groups.group('priceBand', priceBandOf(valueCents)),
    groups.group('status', statusName(series, asOf)),
  ];
}

/** The name of the band that a value lies in. */
export function priceBandOf(valueCents: Cents): string {
  return PRICE_BANDS.find(({ below }) => valueCents < below)!.name;
}

function statusName(series: ItemSeries, asOf: EpochDay): (typeof STATUSES)[number] {
  if (!isOfSet(series)) return 'minifig';
  return setStatusOn(series.facts, asOf) === SetStatus.retired ? 'retired' : 'available';
}
