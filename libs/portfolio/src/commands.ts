import {
  type Book,
  type BookedBrickfolio,
  type BookedSale,
  type BookEdit,
  type Condition,
  ConflictError,
  InvalidInputError,
  type BookedHolding,
  type RowChange,
  type Sale,
  isPlainName,
} from '@brickmarket/domain';
import {
  changeHolding,
  firstInFirstOut,
  type HoldingFacts,
  newIds,
  sellCopies,
  type SaleTerms,
  splitLot,
  type TakenCopies,
} from './lots.ts';
import { type ImportFile, importEdit } from './import-edit.ts';
import { linkSoldCopies } from './link-sales.ts';
import {
  defaultBrickfolio,
  getRow,
  getSeen,
  platformText,
  requirePlatform,
  requireUnlinked,
  type Seen,
} from './seen-rows.ts';
import { settle } from './settle.ts';
import { decideAboutSeveral, type DoneWithSeveral } from './several.ts';
import { undoEdit } from './undo.ts';

/** A set as a holding refers to it. */
export interface ChosenSet {
  readonly setId: number;
  readonly setNumber: string;
}

/** What an owner calls a brickfolio. */
export interface BrickfolioFacts {
  readonly name: string;
  readonly description: string | null;
}

/** Copies of one set in one condition to be sold. */
export interface WantedSale {
  readonly set: ChosenSet;
  readonly condition: Condition;
  readonly quantity: number;
  /** Picked lots as they were shown; null: oldest first. */
  readonly picked: readonly (Seen & { readonly quantity: number })[] | null;
  /** Oldest copies as they were shown; absent: not shown. */
  readonly oldest?: readonly (Seen & { readonly quantity: number })[];
  readonly terms: SaleTerms;
}

/** All that can be done with a book. */
export type BookCommand =
  | {
      readonly do: 'add';
      readonly set: ChosenSet;
      readonly brickfolioId: number | null;
      readonly facts: HoldingFacts;
    }
  | { readonly do: 'edit'; readonly holding: Seen; readonly facts: Partial<HoldingFacts> }
  | { readonly do: 'split'; readonly holding: Seen; readonly quantity: number }
  | { readonly do: 'move'; readonly holding: Seen; readonly brickfolioId: number }
  | { readonly do: 'delete'; readonly holding: Seen }
  | { readonly do: 'sell'; readonly wanted: WantedSale }
  | { readonly do: 'add sale'; readonly set: ChosenSet; readonly sale: Omit<Sale, 'setNumber'> }
  | { readonly do: 'edit sale'; readonly sale: Seen; readonly facts: Partial<Omit<Sale, 'setNumber'>> }
  | { readonly do: 'create brickfolio'; readonly facts: BrickfolioFacts; readonly createdAt: string }
  | { readonly do: 'edit brickfolio'; readonly brickfolio: Seen; readonly facts: BrickfolioFacts }
  | { readonly do: 'make default'; readonly brickfolio: Seen }
  | {
      readonly do: 'delete brickfolio';
      readonly brickfolio: Seen;
      /** Whether the owner confirmed the deletion of its alert rules. */
      readonly withRules: boolean;
    }
  | { readonly do: 'import'; readonly file: ImportFile }
  | { readonly do: 'link sold copies' }
  | { readonly do: 'several'; readonly holdings: readonly Seen[]; readonly then: DoneWithSeveral }
  | { readonly do: 'undo' };

/** Decides every portfolio change with its consequences. Throws a DomainError if rejected. */
export function decide(book: Book, command: BookCommand): BookEdit {
  const edit = decideAlone(book, command);
  return { undoes: null, kept: [], ...edit, changes: settle(book, edit.changes) };
}

type Decided = Pick<BookEdit, 'kind' | 'summary' | 'changes'> & Partial<BookEdit>;

function decideAlone(book: Book, command: BookCommand): Decided {
  switch (command.do) {
    case 'add':
      return addCopies(book, command);
    case 'edit':
      return editCopies(book, command);
    case 'split': {
      const lot = requireUnlinked(book, getSeen(book, 'lot', command.holding));
      const changes = splitLot(lot, command.quantity, newIds()());
      return { kind: 'split', summary: `Split ${command.quantity} off ${copies(lot)}`, changes };
    }
    case 'move': {
      const lot = getSeen(book, 'lot', command.holding);
      const target = getRow(book, 'brickfolio', command.brickfolioId);
      if (target.id === lot.brickfolioId) throw new InvalidInputError('It is already in this brickfolio.');
      const changes = [changeHolding(lot, { brickfolioId: target.id })];
      return { kind: 'moved', summary: `Moved ${copies(lot)} to ${target.name}`, changes };
    }
    case 'delete': {
      // Copies linked to a sale stay as long as it does: its cost comes from them.
      const lot = requireUnlinked(book, getSeen(book, 'lot', command.holding));
      const changes: RowChange[] = [{ table: 'lot', before: lot, after: null }];
      return { kind: 'deleted', summary: `Deleted ${copies(lot)}`, changes };
    }
    case 'sell':
      return sell(book, command.wanted);
    case 'add sale': {
      const sale: BookedSale = { ...command.sale, ...command.set, id: newIds()(), version: 1 };
      requirePlatform(sale);
      const summary = `Recorded a sale of ${sale.quantity} × ${sale.setNumber} on ${platformText(sale.platform)}`;
      return { kind: 'sale_added', summary, changes: [{ table: 'sale', before: null, after: sale }] };
    }
    case 'edit sale':
      return editSale(book, command);
    case 'several':
      return decideAboutSeveral(book, command.holdings, command.then);
    case 'import':
      return importEdit(command.file);
    case 'link sold copies': {
      const changes = linkSoldCopies(book);
      const links = changes.length === 1 ? 'sale to its copies' : 'sales to their copies';
      return { kind: 'edited', summary: `Linked ${changes.length} ${links}`, changes };
    }
    case 'undo':
      return undoEdit(book);
    default:
      return decideAboutBrickfolio(book, command);
  }
}

function addCopies(book: Book, command: BookCommand & { do: 'add' }): Decided {
  const { set, brickfolioId, facts } = command;
  if (facts.status === 'sold') throw new InvalidInputError('Add the copies first, then mark them as sold.');
  const target = brickfolioId === null ? defaultBrickfolio(book) : getRow(book, 'brickfolio', brickfolioId);
  const lot: BookedHolding = { ...facts, ...set, id: newIds()(), version: 1, brickfolioId: target.id };
  const summary = `Added ${copies(lot)} to ${target.name}`;
  return { kind: 'added', summary, changes: [{ table: 'lot', before: null, after: lot }] };
}

/** Linked copies: only purchase, notes and brickfolio change; the sale's cost follows. */
function editCopies(book: Book, { holding: seen, facts }: BookCommand & { do: 'edit' }): Decided {
  const lot = getSeen(book, 'lot', seen);
  const after: BookedHolding = { ...lot, ...facts };
  const isLinked = book.saleLot.has(lot.id);
  if (!isLinked && after.status === 'sold' && lot.status !== 'sold')
    throw new InvalidInputError('Use "Mark sold", so that the sale is in your ledger.');
  const isOther = (['quantity', 'condition', 'status'] as const).some((fact) => after[fact] !== lot[fact]);
  if (isLinked && isOther)
    throw new ConflictError('These copies are part of a sale: only their purchase and notes can be changed.');
  return { kind: 'edited', summary: `Edited ${copies(after)}`, changes: [changeHolding(lot, facts)] };
}

function sell(book: Book, wanted: WantedSale): Decided {
  const { set, condition, quantity, picked, terms } = wanted;
  requirePlatform(terms);
  const unsold = [...book.lot.values()].filter((lot) => lot.setId === set.setId && lot.condition === condition);
  const taken =
    picked === null
      ? requireAsShown(wanted, firstInFirstOut(unsold, quantity, terms.saleDay))
      : pickCopies(book, wanted);
  const changes = sellCopies(taken, terms, picked === null ? 'fifo' : 'picked', newIds());
  return {
    kind: 'sold',
    summary: `Sold ${quantity} × ${set.setNumber} (${condition}) on ${platformText(terms.platform)}`,
    changes,
  };
}

/** Throws ConflictError if other copies would be sold than were shown. */
function requireAsShown(
  { set, condition, oldest: shown }: WantedSale,
  taken: readonly TakenCopies[],
): readonly TakenCopies[] {
  const isAsShown = ({ lot, quantity }: TakenCopies, at: number): boolean => {
    const one = shown?.[at];
    return one?.id === lot.id && one.version === lot.version && one.quantity === quantity;
  };
  if (shown !== undefined && !(shown.length === taken.length && taken.every(isAsShown)))
    throw new ConflictError(
      `Your copies of ${set.setNumber} (${condition}) were changed since you opened this. ` +
        'Nothing was sold: look again at which are the oldest.',
    );
  return taken;
}

function pickCopies(book: Book, { set, condition, quantity, picked }: WantedSale): readonly TakenCopies[] {
  const picks = picked ?? [];
  if (new Set(picks.map(({ id }) => id)).size < picks.length)
    throw new InvalidInputError('Each holding can be picked once.');
  if (picks.reduce((sum, pick) => sum + pick.quantity, 0) !== quantity)
    throw new InvalidInputError(`Pick ${quantity} copies in all.`);
  return picks.map((pick) => {
    const lot = getSeen(book, 'lot', pick);
    if (lot.setId !== set.setId || lot.condition !== condition)
      throw new InvalidInputError(
        `These are copies of ${lot.setNumber} (${lot.condition}), not of ${set.setNumber} (${condition}).`,
      );
    if (pick.quantity < 1 || pick.quantity > lot.quantity)
      throw new InvalidInputError(`There are ${lot.quantity} copies in this holding.`);
    return { lot, quantity: pick.quantity };
  });
}

/** Quantity and cost of a sale with linked copies follow from these. */
function editSale(book: Book, { sale: seen, facts }: BookCommand & { do: 'edit sale' }): Decided {
  const before = getSeen(book, 'sale', seen);
  const after: BookedSale = { ...before, ...facts, version: before.version + 1 };
  requirePlatform(after);
  const isOfCopies = [...book.saleLot.values()].some(({ saleId }) => saleId === before.id);
  if (isOfCopies && (after.quantity !== before.quantity || after.costBasisCents !== before.costBasisCents))
    throw new ConflictError('Quantity and cost of this sale follow from the copies that were sold.');
  const summary = `Edited the sale of ${after.quantity} × ${after.setNumber} on ${platformText(after.platform)}`;
  return { kind: 'sale_edited', summary, changes: [{ table: 'sale', before, after }] };
}

type BrickfolioCommand = BookCommand & {
  do: 'create brickfolio' | 'edit brickfolio' | 'make default' | 'delete brickfolio';
};

function decideAboutBrickfolio(book: Book, command: BrickfolioCommand): Decided {
  if (command.do === 'create brickfolio') {
    const { facts, createdAt } = command;
    const after: BookedBrickfolio = { ...named(facts), id: newIds()(), version: 1, isDefault: false, createdAt };
    const summary = `Created the brickfolio "${after.name}"`;
    return { kind: 'brickfolio_created', summary, changes: [{ table: 'brickfolio', before: null, after }] };
  }
  const before = getSeen(book, 'brickfolio', command.brickfolio);
  if (command.do === 'edit brickfolio') {
    const after = { ...before, ...named(command.facts), version: before.version + 1 };
    const summary =
      after.name === before.name
        ? `Edited the brickfolio "${after.name}"`
        : `Renamed the brickfolio "${before.name}" to "${after.name}"`;
    return { kind: 'brickfolio_edited', summary, changes: [{ table: 'brickfolio', before, after }] };
  }
  if (command.do === 'make default') {
    if (before.isDefault) throw new ConflictError('This is already the default brickfolio.');
    const former = defaultBrickfolio(book);
    const changes: RowChange[] = [
      { table: 'brickfolio', before: former, after: { ...former, isDefault: false, version: former.version + 1 } },
      { table: 'brickfolio', before, after: { ...before, isDefault: true, version: before.version + 1 } },
    ];
    return { kind: 'brickfolio_edited', summary: `Made "${before.name}" the default brickfolio`, changes };
  }
  const rules = [...book.rule.values()].filter(({ brickfolioId }) => brickfolioId === before.id);
  const changes: RowChange[] = [{ table: 'brickfolio', before, after: null }];
  if (command.withRules) for (const rule of rules) changes.push({ table: 'rule', before: rule, after: null });
  return { kind: 'brickfolio_deleted', summary: `Deleted the brickfolio "${before.name}"`, changes };
}

/** The longest name of a brickfolio. */
export const MAX_NAME_LENGTH = 100;

function named({ name, description }: BrickfolioFacts): BrickfolioFacts {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > MAX_NAME_LENGTH || !isPlainName(trimmed))
    throw new InvalidInputError(`The name of a brickfolio has from 1 to ${MAX_NAME_LENGTH} printable characters.`);
  return { name: trimmed, description: description?.trim() || null };
}

function copies({ quantity, setNumber, condition }: BookedHolding): string {
  return `${quantity} × ${setNumber} (${condition})`;
}
