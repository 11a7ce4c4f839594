import {
  type Cents,
  type EpochDay,
  epochDayOf,
  formatIsoDay,
  InvalidInputError,
  writtenDay,
} from '@brickmarket/domain';
import type { ListedBrickfolio } from '@brickmarket/persistence-ports';
import {
  allocate,
  cashFlowsOf,
  daysOfSpan,
  HISTORY_DAYS,
  type HistoryPeriod,
  type HistorySpan,
  type MarketIndex,
  marketIndex,
  moneyWeightedReturn,
  type PortfolioHistoryPoint,
  type PortfolioTotals,
  portfolioTotals,
  type RankedHolding,
  rankHoldings,
  type Return,
  saleResult,
  salesTotals,
  type SalesTotals,
  type Share,
  shareOut,
  type TimedCopies,
  timeWeightedReturn,
  unitValueOf,
  valuedHolding,
  type ValuedHolding,
  setConditionKey,
  valueHistory,
} from '@brickmarket/portfolio';
import type { BookArea } from './own-book.ts';
import type { ThemeMoveCache } from './theme-move-cache.ts';

const MOST_RANKED = 10;

export interface MarketArea extends BookArea {
  readonly themes: ThemeMoveCache;
}

export interface BrickfolioTotals extends ListedBrickfolio {
  readonly totals: PortfolioTotals;
}

export interface OwnOverview {
  readonly today: EpochDay;
  readonly totals: PortfolioTotals;
  /** Value without recent sales behind it. */
  readonly estimatedCents: Cents;
  readonly best: readonly RankedHolding<ValuedHolding>[];
  readonly worst: readonly RankedHolding<ValuedHolding>[];
  /** Each adds up to the totals. */
  readonly shares: Readonly<Record<'themes' | 'years' | 'conditions' | 'brickfolios', readonly Share[]>>;
  readonly history: readonly PortfolioHistoryPoint[];
  readonly sales: SalesTotals;
  /** Per year, since the first purchase. */
  readonly moneyWeighted: Return;
  readonly timeWeighted: Return;
  /** Excluded: unknown cost, date or value, or a sale without lots. */
  readonly copiesLeftOut: number;
}

/** Within the past year: older values are not cached. */
export type WantedPeriod = HistoryPeriod | { readonly from: EpochDay; readonly until: EpochDay };

function spanOf(wanted: WantedPeriod, today: EpochDay): HistorySpan {
  if (typeof wanted === 'string') return { period: wanted, today };
  const { from, until } = wanted;
  if (from >= until) throw new InvalidInputError('The period must begin before it ends.');
  if (until > today) throw new InvalidInputError('The period cannot end after today.');
  if (from <= today - HISTORY_DAYS['1y'])
    throw new InvalidInputError(`The period must begin within the past year, after ${writtenDay(today - 365)}.`);
  return { period: { days: until - from + 1 }, today: until };
}

/** Same functions as the API's: equal to the cent. */
export async function readOwnOverview(area: BookArea, accountId: number, wanted: WantedPeriod): Promise<OwnOverview> {
  const today = epochDayOf(await area.storeClock.now());
  const span = spanOf(wanted, today);
  const { brickfolios, holdings, sales, sold } = await area.book.readOverview(accountId);
  const sets = await area.sets.read([...holdings, ...sold], today);
  const valued = holdings.map((holding) => valuedHolding(holding, sets.get(setConditionKey(holding))!));
  const timed = valued.flatMap((holding) => timedUnsold(holding));
  const saleOf = new Map(sales.map((sale) => [sale.id, sale]));
  const bySale = new Map<number, (typeof sold)[number][]>();
  for (const copies of sold) {
    const group = bySale.get(copies.saleId);
    if (group === undefined) bySale.set(copies.saleId, [copies]);
    else group.push(copies);
  }
  for (const [saleId, lots] of bySale) {
    const sale = saleOf.get(saleId)!;
    const net = allocate(
      saleResult(sale).netCents,
      lots.map(({ quantity }) => quantity),
    );
    lots.forEach(({ quantity, unitCostCents, acquiredDay, setId, condition }, index) => {
      if (unitCostCents === null || acquiredDay === null) return;
      const { steps } = sets.get(setConditionKey({ setId, condition }))!.worth;
      const costCents = unitCostCents * quantity;
      const soldFacts = { soldDay: sale.saleDay, netProceedsCents: net[index]! };
      timed.push({ quantity, costCents, acquiredDay, steps, ...soldFacts });
    });
  }
  const known = timed.reduce((sum, { quantity }) => sum + quantity, 0);
  const copies = [...holdings, ...sales].reduce((sum, { quantity }) => sum + quantity, 0);
  const nameOfBrickfolio = new Map(brickfolios.map(({ brickfolio }) => [brickfolio.id, brickfolio.name]));
  const shareBy = (nameOf: (holding: ValuedHolding) => string): readonly Share[] =>
    shareOut(valued, unitValueOf, nameOf);
  return {
    today,
    totals: portfolioTotals(valued, unitValueOf),
    estimatedCents: estimatedCents(valued),
    ...rankHoldings(valued, unitValueOf, MOST_RANKED),
    shares: {
      themes: shareBy(({ theme }) => theme),
      years: shareBy(({ purchaseDay }) => (purchaseDay === null ? 'unknown' : formatIsoDay(purchaseDay).slice(0, 4))),
      conditions: shareBy(({ condition }) => condition),
      brickfolios: shareBy(({ brickfolioId }) => nameOfBrickfolio.get(brickfolioId)!),
    },
    history: valueHistory(valued, ({ worth }) => worth.steps, span),
    sales: salesTotals(sales),
    moneyWeighted: moneyWeightedReturn(cashFlowsOf(timed, today)),
    timeWeighted: timeWeightedReturn(timed, span),
    copiesLeftOut: copies - known,
  };
}

function estimatedCents(valued: readonly ValuedHolding[]): Cents {
  return valued.reduce(
    (sum, { quantity, worth }) => sum + (worth.isEstimated === true ? quantity * (worth.todayCents ?? 0) : 0),
    0,
  );
}

async function readValued(
  area: BookArea,
  accountId: number,
  today: EpochDay,
): Promise<{ readonly brickfolios: readonly ListedBrickfolio[]; readonly valued: readonly ValuedHolding[] }> {
  const { brickfolios, holdings } = await area.book.readOverview(accountId);
  const sets = await area.sets.read(holdings, today);
  return { brickfolios, valued: holdings.map((one) => valuedHolding(one, sets.get(setConditionKey(one))!)) };
}

/** Change of all sets of the held themes; separate, as it is slow. */
export async function readMarketIndex(area: MarketArea, accountId: number, wanted: WantedPeriod): Promise<MarketIndex> {
  const today = epochDayOf(await area.storeClock.now());
  const span = spanOf(wanted, today);
  const { valued } = await readValued(area, accountId, today);
  const days = { before: span.today - daysOfSpan(span) + 1, now: span.today };
  const themes = valued.map(({ theme }) => theme);
  return marketIndex(valued, await area.themes.read(themes, days));
}

export async function readBrickfolioTotals(area: BookArea, accountId: number): Promise<readonly BrickfolioTotals[]> {
  const { brickfolios, valued } = await readValued(area, accountId, epochDayOf(await area.storeClock.now()));
  const held = new Map(brickfolios.map(({ brickfolio }) => [brickfolio.id, [] as ValuedHolding[]]));
  for (const holding of valued) held.get(holding.brickfolioId)!.push(holding);
  return brickfolios.map(({ brickfolio, holdingCount }) => ({
    brickfolio,
    holdingCount,
    totals: portfolioTotals(held.get(brickfolio.id)!, unitValueOf),
  }));
}

/** Unknown price, date or value excludes copies from returns. */
function timedUnsold(holding: ValuedHolding): TimedCopies[] {
  const { quantity, costCents, purchaseDay: acquiredDay, worth } = holding;
  if (costCents === null || acquiredDay === null || worth.todayCents === null) return [];
  return [{ quantity, costCents, acquiredDay, soldDay: null, netProceedsCents: 0, steps: worth.steps }];
}
