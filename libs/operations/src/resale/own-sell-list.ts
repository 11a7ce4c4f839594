import {
  type Cents,
  type Condition,
  CONDITIONS,
  type EpochDay,
  epochDayOf,
  type OwnFees,
  type Proceeds,
  type SellingPlatform,
} from '@brickmarket/domain';
import type { CurrentValue, SellingPrice } from '@brickmarket/persistence-ports';
import {
  countsInTotals,
  costOf,
  type SellingLine,
  type SellingOrder,
  setConditionKey,
  whatToSell,
} from '@brickmarket/portfolio';
import { everyProceeds } from '@brickmarket/retail-tracking';
import { findAskedSet } from '../sets/find-asked-set.ts';
import { feesByPlatform, knownFbaCents, type RecentSales, recentSales, type ResaleArea } from './resale-area.ts';
import type { StakeArea } from './stakes.ts';

export type { SellingOrder } from '@brickmarket/portfolio';

export interface ShownSellingLine extends SellingLine {
  readonly setNumber: string;
  readonly title: string;
  readonly value: CurrentValue | null;
  readonly recent: RecentSales | null;
}

/** Totals cover all pages. */
export interface SellList {
  readonly today: EpochDay;
  readonly total: number;
  readonly lines: readonly ShownSellingLine[];
  readonly copies: number;
  readonly keepCents: Cents;
  readonly gainCents: Cents;
  readonly copiesOfUnknownCost: number;
  /** Copies without known proceeds. */
  readonly copiesLeftOut: number;
}

export async function readSellList(
  area: ResaleArea,
  accountId: number,
  { order, limit, offset }: { readonly order: SellingOrder; readonly limit: number; readonly offset: number },
): Promise<SellList> {
  const today = epochDayOf(await area.storeClock.now());
  const [{ holdings }, ownFees] = await Promise.all([
    area.brickfolios.readOverview(accountId),
    feesByPlatform(area, accountId),
  ]);
  const prices = await area.prices.read(holdings, today);
  const held = holdings
    .filter(({ status }) => countsInTotals(status))
    .map((holding) => ({
      setId: holding.setId,
      condition: holding.condition,
      quantity: holding.quantity,
      costCents: costOf(holding),
    }));
  const lines = whatToSell(
    held,
    (copies) => proceedsOf(area, prices.get(setConditionKey(copies))!, today, ownFees),
    order,
  );
  const sum = (figure: (line: SellingLine) => number): number => lines.reduce((total, line) => total + figure(line), 0);
  const copies = sum((line) => line.copies);
  const page = lines.slice(offset, offset + limit);
  const names = await area.catalog.findNames(page.map(({ setId }) => setId));
  const named = page.map((line) => ({ ...line, ...names.get(line.setId)! }));
  const [records, ...recent] = await Promise.all([
    area.catalog.findByNumbers(named.map(({ setNumber }) => setNumber)),
    ...CONDITIONS.map((condition) =>
      recentSales(
        area,
        named.flatMap((line) => (line.condition === condition ? line.setNumber : [])),
        condition,
      ),
    ),
  ]);
  return {
    today,
    total: lines.length,
    lines: named.map((line) => ({
      ...line,
      value: records.get(line.setNumber)?.values[line.condition] ?? null,
      recent: recent[CONDITIONS.indexOf(line.condition)]!.get(line.setNumber) ?? null,
    })),
    copies,
    keepCents: sum((line) => line.keepCents),
    gainCents: sum((line) => line.gainCents ?? 0),
    copiesOfUnknownCost: sum((line) => line.copiesOfUnknownCost),
    copiesLeftOut: held.reduce((total, { quantity }) => total + quantity, 0) - copies,
  };
}

/** Per platform and condition; empty without known prices. */
export async function readSetProceeds(
  area: ResaleArea & Pick<StakeArea, 'ownSets'>,
  accountId: number,
  asked: string,
): Promise<Readonly<Record<Condition, readonly Proceeds[]>>> {
  const { record } = await findAskedSet(area.catalog, asked);
  const today = epochDayOf(await area.storeClock.now());
  // Current number, as the requested one may predate a rename.
  const current = record.set.setNumber;
  const [sets, ownFees] = await Promise.all([
    area.ownSets.findByNumbers(accountId, [current]),
    feesByPlatform(area, accountId),
  ]);
  const { setId } = sets.get(current)!;
  const copies = CONDITIONS.map((condition) => ({ setId, condition }));
  const prices = await area.prices.read(copies, today);
  const [sealed, used] = copies.map((one) => proceedsOf(area, prices.get(setConditionKey(one))!, today, ownFees));
  return { sealed: sealed!, used: used! };
}

function proceedsOf(
  { retailStaleDays: staleDays }: Pick<ResaleArea, 'retailStaleDays'>,
  { valueCents, lowestFba, box }: SellingPrice,
  today: EpochDay,
  ownFees: ReadonlyMap<SellingPlatform, OwnFees>,
): readonly Proceeds[] {
  return everyProceeds(
    { valueCents, lowestFbaCents: knownFbaCents(lowestFba, { today, staleDays }), box },
    today,
    ownFees,
  );
}
