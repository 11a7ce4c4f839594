import { type EpochDay, epochDayOf } from '@brickmarket/domain';
import type { ListedBrickfolio } from '@brickmarket/persistence-ports';
import {
  allocate,
  cashFlowsOf,
  type HistoryPeriod,
  type Mover,
  moneyWeightedReturn,
  type PortfolioHistoryPoint,
  type PortfolioTotals,
  portfolioTotals,
  type Return,
  saleResult,
  salesTotals,
  type SalesTotals,
  type TimedCopies,
  timeWeightedReturn,
  topMovers,
  unitValueOf,
  valuedHolding,
  type ValuedHolding,
  valuedSetKey,
  valueHistory,
} from '@brickmarket/portfolio';
import type { BookArea } from './own-book.ts';

/** A set that gained or lost most, with its title. */
export interface NamedMover extends Mover {
  readonly title: string;
}

/** One brickfolio with its totals. */
export interface BrickfolioTotals extends ListedBrickfolio {
  readonly totals: PortfolioTotals;
}

/** What an account's collection is worth, has made and makes. */
export interface OwnOverview {
  readonly today: EpochDay;
  readonly totals: PortfolioTotals;
  readonly brickfolios: readonly BrickfolioTotals[];
  readonly gainer: NamedMover | null;
  readonly loser: NamedMover | null;
  readonly history: readonly PortfolioHistoryPoint[];
  /** Sales with what they made: the realized gains. */
  readonly sales: SalesTotals;
  /** For a year, since the first purchase. */
  readonly moneyWeighted: Return;
  /** Over the period. */
  readonly timeWeighted: Return;
  /** Copies that the returns leave out: their cost, date or value is unknown, or their sale has no lots. */
  readonly copiesLeftOut: number;
}

/** The figures of an account's collection, by the same functions as the API's: equal to the cent. */
export async function readOwnOverview(area: BookArea, accountId: number, period: HistoryPeriod): Promise<OwnOverview> {
  const today = epochDayOf(await area.storeClock.now());
  const { brickfolios, holdings, sales, sold } = await area.book.readOverview(accountId);
  const sets = await area.sets.read([...holdings, ...sold], today);
  const valued = holdings.map((holding) => valuedHolding(holding, sets.get(valuedSetKey(holding))!));
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
      const { steps } = sets.get(valuedSetKey({ setId, condition }))!.worth;
      const costCents = unitCostCents * quantity;
      const soldFacts = { soldDay: sale.saleDay, netProceedsCents: net[index]! };
      timed.push({ quantity, costCents, acquiredDay, steps, ...soldFacts });
    });
  }
  const known = timed.reduce((sum, { quantity }) => sum + quantity, 0);
  const copies = [...holdings, ...sales].reduce((sum, { quantity }) => sum + quantity, 0);
  const { gainer, loser } = topMovers(valued, unitValueOf);
  const named = (mover: Mover | null): NamedMover | null =>
    mover && { ...mover, title: valued.find(({ setNumber }) => setNumber === mover.setNumber)!.title };
  return {
    today,
    totals: portfolioTotals(valued, unitValueOf),
    brickfolios: brickfolios.map(({ brickfolio, holdingCount }) => ({
      brickfolio,
      holdingCount,
      totals: portfolioTotals(
        valued.filter(({ brickfolioId }) => brickfolioId === brickfolio.id),
        unitValueOf,
      ),
    })),
    gainer: named(gainer),
    loser: named(loser),
    history: valueHistory(valued, ({ worth }) => worth.steps, { period, today }),
    sales: salesTotals(sales),
    moneyWeighted: moneyWeightedReturn(cashFlowsOf(timed, today)),
    timeWeighted: timeWeightedReturn(timed, { period, today }),
    copiesLeftOut: copies - known,
  };
}

/** Copies of unknown price, date or value tell nothing about a return. */
function timedUnsold(holding: ValuedHolding): TimedCopies[] {
  const { quantity, costCents, purchaseDay: acquiredDay, worth } = holding;
  if (costCents === null || acquiredDay === null || worth.todayCents === null) return [];
  return [{ quantity, costCents, acquiredDay, soldDay: null, netProceedsCents: 0, steps: worth.steps }];
}
