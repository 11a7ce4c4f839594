import {
  type BookedSale,
  type Cents,
  ConflictError,
  type EpochDay,
  type Holding,
  InvalidInputError,
  type BookedHolding,
  type LotMethod,
  MAX_SALE_CENTS,
  type RowChange,
  type Sale,
  writtenDay,
} from '@brickmarket/domain';
import { countsInTotals, exactCents } from './holding-valuation.ts';

/** What an owner says about copies; what is left out of an edit stays. */
export type HoldingFacts = Omit<Holding, 'setNumber'>;

/** Gives numbers to new rows: -1, -2, ... */
export function newIds(): () => number {
  let last = 0;
  return () => --last;
}

/** What the order of sale depends on: storage keeps more about a lot, another app may keep less. */
export type DatedLot = Pick<BookedHolding, 'id' | 'quantity' | 'purchaseDay' | 'status'>;

/** Some or all copies of a lot. */
export interface TakenCopies<Copies extends DatedLot = BookedHolding> {
  readonly lot: Copies;
  readonly quantity: number;
}

/**
 * The copies bought first, lot by lot: by purchase day, then id. Copies of unknown date count as the oldest, as they do
 * in the history. Lots bought after the sale and sold ones are passed over. Throws ConflictError when too few are left.
 */
export function firstInFirstOut<Copies extends DatedLot>(
  lots: readonly Copies[],
  quantity: number,
  saleDay: EpochDay,
): readonly TakenCopies<Copies>[] {
  const unsold = inOrderOfPurchase(lots).filter(
    (lot) => countsInTotals(lot.status) && (lot.purchaseDay ?? saleDay) <= saleDay,
  );
  const taken: TakenCopies<Copies>[] = [];
  let missing = quantity;
  for (const lot of unsold) {
    if (missing === 0) break;
    const some = Math.min(missing, lot.quantity);
    taken.push({ lot, quantity: some });
    missing -= some;
  }
  if (missing > 0)
    throw new ConflictError(
      `You had only ${quantity - missing} of these copies on ${writtenDay(saleDay)}, not ${quantity}.`,
    );
  return taken;
}

/** Lots in the order in which they are sold first in, first out: of unknown date, then by day, then by id. */
export function inOrderOfPurchase<Copies extends DatedLot>(lots: readonly Copies[]): readonly Copies[] {
  const boughtOn = ({ purchaseDay }: DatedLot): number => purchaseDay ?? Number.MIN_SAFE_INTEGER;
  return lots.toSorted((a, b) => boughtOn(a) - boughtOn(b) || a.id - b.id);
}

/** What copies cost together; null when the price of any is unknown: a sum without it would look like a cheap buy. */
export function basisOf(taken: readonly Pick<TakenCopies, 'lot' | 'quantity'>[]): Cents | null {
  let cents = 0;
  for (const { lot, quantity } of taken) {
    if (lot.purchasePriceCents === null) return null;
    cents = exactCents(cents + quantity * lot.purchasePriceCents);
  }
  return cents;
}

/**
 * Moves some copies of a lot into a new one; cost and number of copies together stay as they were. Throws
 * InvalidInputError unless both parts have at least one copy.
 */
export function splitLot(
  lot: BookedHolding,
  quantity: number,
  newId: number,
  facts: Partial<BookedHolding> = {},
): readonly RowChange[] {
  if (!Number.isInteger(quantity) || quantity < 1 || quantity >= lot.quantity)
    throw new InvalidInputError(`Split off from 1 to ${lot.quantity - 1} copies.`);
  return [
    { table: 'lot', before: lot, after: { ...lot, version: lot.version + 1, quantity: lot.quantity - quantity } },
    { table: 'lot', before: null, after: { ...lot, ...facts, id: newId, version: 1, quantity } },
  ];
}

/** A lot with some facts changed. */
export function changeHolding(lot: BookedHolding, facts: Partial<BookedHolding>): RowChange {
  return { table: 'lot', before: lot, after: { ...lot, ...facts, id: lot.id, version: lot.version + 1 } };
}

/** Facts of a sale, without what follows from the copies. */
export type SaleTerms = Omit<Sale, 'setNumber' | 'quantity' | 'costBasisCents'>;

/**
 * Sells copies: whole lots become sold, of others the sold copies become a lot of their own. The sale's cost basis is
 * what the copies had cost.
 */
export function sellCopies(
  taken: readonly TakenCopies[],
  terms: SaleTerms,
  method: LotMethod,
  newId: () => number,
): readonly RowChange[] {
  const [first] = taken;
  if (first === undefined) throw new InvalidInputError('Choose at least one copy.');
  const saleId = newId();
  const lots: RowChange[] = [];
  const links: RowChange[] = [];
  for (const { lot, quantity } of taken) {
    if (!countsInTotals(lot.status)) throw new ConflictError(`These copies of ${lot.setNumber} are sold already.`);
    const isWhole = quantity === lot.quantity;
    const id = isWhole ? lot.id : newId();
    lots.push(
      ...(isWhole ? [changeHolding(lot, { status: 'sold' })] : splitLot(lot, quantity, id, { status: 'sold' })),
    );
    links.push({ table: 'saleLot', before: null, after: { id, version: 1, saleId, method } });
  }
  const { setId, setNumber } = first.lot;
  const sale: BookedSale = {
    ...terms,
    id: saleId,
    version: 1,
    setId,
    setNumber,
    quantity: taken.reduce((sum, { quantity }) => sum + quantity, 0),
    costBasisCents: withinBounds(basisOf(taken)),
  };
  return [...lots, { table: 'sale', before: null, after: sale }, ...links];
}

/** Throws InvalidInputError when a cost is more than a line of the ledger can hold. */
export function withinBounds(basisCents: Cents | null): Cents | null {
  if (basisCents !== null && basisCents > MAX_SALE_CENTS)
    throw new InvalidInputError('These copies cost more than one line of the ledger can hold: record several sales.');
  return basisCents;
}
