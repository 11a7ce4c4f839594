import {
  aheadFault,
  type BookEdit,
  type EpochDay,
  epochDayOf,
  InvalidInputError,
  setChangedBy,
} from '@brickmarket/domain';
import type { AccountBook, PartOfBook, StoreClock } from '@brickmarket/persistence-ports';
import { type BookCommand, type BrickfolioFacts, type ChosenSet, decide } from '@brickmarket/portfolio';
import type { ValuedSetCache } from './valued-set-cache.ts';

export interface BookArea {
  readonly book: AccountBook;
  readonly sets: ValuedSetCache;
  readonly storeClock: StoreClock;
}

/** `id` allows an undo. */
export interface DoneEdit {
  readonly id: number;
  readonly summary: string;
  readonly setNumber: string | null;
}

export type OwnCommand = Exclude<BookCommand, { readonly do: 'import' | 'undo' | 'link sold copies' }>;

export async function changeBook(area: BookArea, accountId: number, command: OwnCommand): Promise<DoneEdit> {
  const day = dayIn(command) ?? null;
  const fault = day === null ? null : aheadFault(day, epochDayOf(await area.storeClock.now()));
  if (fault !== null) throw new InvalidInputError(`${fault}.`);
  return decideWith(area, accountId, partOf(command), command);
}

export async function createBrickfolio(area: BookArea, accountId: number, facts: BrickfolioFacts): Promise<DoneEdit> {
  const createdAt = (await area.storeClock.now()).toISOString();
  return changeBook(area, accountId, { do: 'create brickfolio', facts, createdAt });
}

/** ConflictError: the rows changed since. */
export function undoEdit(area: Pick<BookArea, 'book'>, accountId: number, id: number): Promise<DoneEdit> {
  return decideWith(area, accountId, { edit: id }, { do: 'undo' });
}

async function decideWith(
  { book }: Pick<BookArea, 'book'>,
  accountId: number,
  part: PartOfBook,
  command: BookCommand,
): Promise<DoneEdit> {
  let edit: BookEdit | null = null;
  const id = await book.change(accountId, part, (read) => ({ edit: (edit = decide(read, command)) }));
  const { summary, changes } = edit!;
  return { id: id!, summary, setNumber: setChangedBy(changes) };
}

function partOf(command: OwnCommand): PartOfBook {
  switch (command.do) {
    case 'edit':
    case 'split':
    case 'move':
    case 'delete':
      return { holdings: [command.holding.id] };
    case 'several':
      return { holdings: command.holdings.map(({ id }) => id) };
    case 'sell': {
      const { set, condition, picked } = command.wanted;
      return picked === null ? { unsold: { setId: set.setId, condition } } : { holdings: picked.map(({ id }) => id) };
    }
    case 'edit sale':
      return { sales: [command.sale.id] };
    case 'delete brickfolio':
      return { use: true };
    default:
      return {};
  }
}

function dayIn(command: OwnCommand): EpochDay | null | undefined {
  switch (command.do) {
    case 'add':
    case 'edit':
      return command.facts.purchaseDay;
    case 'sell':
      return command.wanted.terms.saleDay;
    case 'add sale':
      return command.sale.saleDay;
    case 'edit sale':
      return command.facts.saleDay;
    case 'several':
      if (command.then.do === 'edit') return command.then.facts.purchaseDay;
      return command.then.do === 'sell' ? command.then.terms.saleDay : null;
    default:
      return null;
  }
}

/** Accepts `75192` for `75192-1`. InvalidInputError: none. */
export async function getSet({ book }: Pick<BookArea, 'book'>, asked: string): Promise<ChosenSet> {
  const found = (await book.findSet(asked)) ?? (await book.findSet(`${asked}-1`));
  if (found === null) throw new InvalidInputError(`set ${asked} is not in the catalog`);
  const { setId, setNumber } = found;
  return { setId, setNumber };
}

/** Applies names and descriptions, the first to the default; creates missing ones. */
export async function labelBrickfolios(
  area: Pick<BookArea, 'book' | 'storeClock'>,
  accountId: number,
  labels: readonly BrickfolioFacts[],
): Promise<void> {
  const createdAt = (await area.storeClock.now()).toISOString();
  for (const [index, facts] of labels.entries())
    await area.book.change(accountId, {}, (book) => {
      const known = [...book.brickfolio.values()].find((one) =>
        index === 0 ? one.isDefault : one.name === facts.name,
      );
      if (known === undefined) return { edit: decide(book, { do: 'create brickfolio', facts, createdAt }) };
      if (known.name === facts.name && known.description === facts.description) return { edit: null };
      return { edit: decide(book, { do: 'edit brickfolio', brickfolio: known, facts }) };
    });
}

/** Links sales without lots to sold copies, as a sale by the owner would. */
export async function linkSoldCopies({ book }: Pick<BookArea, 'book'>, accountId: number): Promise<void> {
  let sales: readonly number[] = [];
  await book.change(accountId, { whole: 'sales' }, (read) => {
    sales = [...read.sale.keys()];
    return { edit: null };
  });
  await book.change(accountId, { whole: 'collection', sales }, (read) => {
    const edit = decide(read, { do: 'link sold copies' });
    return { edit: edit.changes.length === 0 ? null : edit };
  });
}
