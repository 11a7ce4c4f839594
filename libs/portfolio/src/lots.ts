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

/** Temporary ids: -1, -2, ... */
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

/** Oldest first, unknown dates before all. Skips sold lots and later purchases. ConflictError: too few are left. */
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

/** By purchase day, unknown first, then by id. */
export function inOrderOfPurchase<Copies extends DatedLot>(lots: readonly Copies[]): readonly Copies[] {
  const boughtOn = ({ purchaseDay }: DatedLot): number => purchaseDay ?? Number.MIN_SAFE_INTEGER;
  return lots.toSorted((a, b) => boughtOn(a) - boughtOn(b) || a.id - b.id);
}

/** Null if any price is unknown: a partial sum would look like a cheap buy. */
export function basisOf(taken: readonly Pick<TakenCopies, 'lot' | 'quantity'>[]): Cents | null {
  let cents = 0;
  for (const { lot, quantity } of taken) {
    if (lot.purchasePriceCents === null) return null;
    cents = exactCents(cents + quantity * lot.purchasePriceCents);
  }
  return cents;
}

/** Keeps total cost and quantity. InvalidInputError unless both parts have at least one copy. */
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

export function changeHolding(lot: BookedHolding, facts: Partial<BookedHolding>): RowChange {
  return { table: 'lot', before: lot, after: { ...lot, ...facts, id: lot.id, version: lot.version + 1 } };
}

/** Excludes what follows from the copies. */
export type SaleTerms = Omit<Sale, 'setNumber' | 'quantity' | 'costBasisCents'>;

/** Whole lots become sold; of others the sold copies become a new lot. The sale's cost basis is their cost. */
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

/** Throws InvalidInputError above the maximum of a sale. */
export function withinBounds(basisCents: Cents | null): Cents | null {
  if (basisCents !== null && basisCents > MAX_SALE_CENTS)
    throw new InvalidInputError('These copies cost more than one line of the ledger can hold: record several sales.');
  return basisCents;
}
