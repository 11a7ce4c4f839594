import {
  type Book,
  type BookEdit,
  type Cents,
  type Condition,
  ConflictError,
  InvalidInputError,
  type BookedHolding,
  type RowChange,
  SALE_FEES,
} from '@brickmarket/domain';
import { allocate } from './gains.ts';
import { changeHolding, type HoldingFacts, newIds, type SaleTerms, sellCopies } from './lots.ts';
import { getRow, platformText, requirePlatform, type Seen } from './seen-rows.ts';
import { keyOf, rowsBy } from './stock.ts';

/** The proceeds of all chosen copies of one set in one condition. */
export interface ProceedsOfSet {
  readonly setNumber: string;
  readonly condition: Condition;
  readonly grossCents: Cents;
}

/** What is done with several holdings at once. */
export type DoneWithSeveral =
  | { readonly do: 'edit'; readonly facts: Partial<Omit<HoldingFacts, 'quantity'>> }
  | { readonly do: 'move'; readonly brickfolioId: number }
  | { readonly do: 'delete' }
  | {
      readonly do: 'sell';
      readonly proceeds: readonly ProceedsOfSet[];
      /** Fees of all sales together, divided by proceeds. */
      readonly terms: Omit<SaleTerms, 'grossCents'>;
    };

type Decided = Pick<BookEdit, 'kind' | 'summary' | 'changes'>;

/** All holdings, or none if one was changed in the meantime. */
export function decideAboutSeveral(book: Book, seen: readonly Seen[], then: DoneWithSeveral): Decided {
  const lots = getChosen(book, seen);
  switch (then.do) {
    case 'edit':
      return editAll(book, lots, then.facts);
    case 'move': {
      const target = getRow(book, 'brickfolio', then.brickfolioId);
      const moved = lots.filter(({ brickfolioId }) => brickfolioId !== target.id);
      if (moved.length === 0) throw new InvalidInputError('They are already in this brickfolio.');
      const changes = moved.map((lot) => changeHolding(lot, { brickfolioId: target.id }));
      return { kind: 'moved', summary: `Moved ${named(moved)} to ${target.name}`, changes };
    }
    case 'delete': {
      requireNoSale(book, lots);
      const changes = lots.map((lot): RowChange => ({ table: 'lot', before: lot, after: null }));
      return { kind: 'deleted', summary: `Deleted ${named(lots)}`, changes };
    }
    default:
      requireNoSale(book, lots);
      return sellAll(lots, then);
  }
}

function editAll(book: Book, lots: readonly BookedHolding[], facts: Partial<Omit<HoldingFacts, 'quantity'>>): Decided {
  if (Object.keys(facts).length === 0) throw new InvalidInputError('Say what to change.');
  if (facts.status === 'sold') throw new InvalidInputError('Use "Mark sold", so that the sales are in your ledger.');
  if (facts.condition !== undefined || facts.status !== undefined) requireNoSale(book, lots);
  return { kind: 'edited', summary: `Edited ${named(lots)}`, changes: lots.map((lot) => changeHolding(lot, facts)) };
}

function sellAll(lots: readonly BookedHolding[], { proceeds, terms }: DoneWithSeveral & { do: 'sell' }): Decided {
  requirePlatform(terms);
  const sold = lots.find(({ status }) => status === 'sold');
  if (sold !== undefined) throw new ConflictError(`Copies of ${sold.setNumber} that you chose are sold already.`);
  const groups = rowsBy(lots, (lot) => keyOf(lot.setNumber, lot.condition));
  const grossOf = new Map(proceeds.map((one) => [keyOf(one.setNumber, one.condition), one.grossCents]));
  if (grossOf.size !== proceeds.length || grossOf.size !== groups.size)
    throw new InvalidInputError('Give the proceeds of each set in each condition once.');
  const sales = [...groups].map(([key, copies]) => {
    const grossCents = grossOf.get(key);
    if (grossCents === undefined)
      throw new InvalidInputError(`Give the proceeds of ${copies[0]!.setNumber} (${copies[0]!.condition}).`);
    return { copies, grossCents };
  });
  const weights = sales.map(({ grossCents }) => grossCents);
  // Proceeds of 0 carry no fee, unless all are 0.
  const hasProceeds = weights.some((cents) => cents > 0);
  const fees = SALE_FEES.map((fee) => allocate(terms[fee], hasProceeds ? weights : sales.map(() => 1)));
  const newId = newIds();
  const changes = sales.flatMap(({ copies, grossCents }, index) => {
    const taken = copies.map((lot) => ({ lot, quantity: lot.quantity }));
    const own = Object.fromEntries(SALE_FEES.map((fee, at) => [fee, fees[at]![index]!]));
    return sellCopies(taken, { ...terms, ...own, grossCents }, 'picked', newId);
  });
  return { kind: 'sold', summary: `Sold ${named(lots)} on ${platformText(terms.platform)}`, changes };
}

function getChosen(book: Book, seen: readonly Seen[]): readonly BookedHolding[] {
  if (seen.length === 0) throw new InvalidInputError('Choose at least one holding.');
  if (new Set(seen.map(({ id }) => id)).size < seen.length)
    throw new InvalidInputError('Each holding can be chosen once.');
  const lots = seen.flatMap(({ id, version }) => {
    const lot = book.lot.get(id);
    return lot?.version === version ? [lot] : [];
  });
  const changed = seen.length - lots.length;
  if (changed > 0)
    throw new ConflictError(
      `Of the ${seen.length} holdings that you chose ${changed} ${changed === 1 ? 'was' : 'were'} changed or deleted ` +
        'since you opened the page. Nothing was saved: choose again from what is there now.',
    );
  return lots;
}

function requireNoSale(book: Book, lots: readonly BookedHolding[]): void {
  const linked = lots.filter(({ id }) => book.saleLot.has(id)).length;
  if (linked > 0)
    throw new ConflictError(
      `Of these holdings ${linked} ${linked === 1 ? 'is' : 'are'} part of a sale in your ledger: leave ` +
        `${linked === 1 ? 'it' : 'them'} out, or undo the sale first.`,
    );
}

function named(lots: readonly BookedHolding[]): string {
  const copies = lots.reduce((sum, { quantity }) => sum + quantity, 0);
  return `${lots.length} ${lots.length === 1 ? 'holding' : 'holdings'} (${copies} ${copies === 1 ? 'copy' : 'copies'})`;
}
