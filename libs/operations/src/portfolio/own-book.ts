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

/** What the use cases of a collection work with. */
export interface BookArea {
  readonly book: AccountBook;
  readonly sets: ValuedSetCache;
  /** The clock that days go by. */
  readonly storeClock: StoreClock;
}

/** An edit that was done, with the number by which it can be undone. */
export interface DoneEdit {
  readonly id: number;
  readonly summary: string;
  /** The one set that it changed; null when none or several. */
  readonly setNumber: string | null;
}

/** What an owner does by hand. */
export type OwnCommand = Exclude<BookCommand, { readonly do: 'import' | 'undo' }>;

/** Does what a command says. Throws a DomainError, in words, when it is refused. */
export async function changeBook(area: BookArea, accountId: number, command: OwnCommand): Promise<DoneEdit> {
  const day = dayIn(command) ?? null;
  const fault = day === null ? null : aheadFault(day, epochDayOf(await area.storeClock.now()));
  if (fault !== null) throw new InvalidInputError(`${fault}.`);
  return decideWith(area, accountId, partOf(command), command);
}

/** Creates an empty brickfolio. */
export async function createBrickfolio(area: BookArea, accountId: number, facts: BrickfolioFacts): Promise<DoneEdit> {
  const createdAt = (await area.storeClock.now()).toISOString();
  return changeBook(area, accountId, { do: 'create brickfolio', facts, createdAt });
}

/** Takes an edit back. Throws ConflictError, in words, when what it would restore was changed since. */
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

/** The part of the book that a command needs. */
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

/** The day of purchase or sale that a command gives. */
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

/** The set with a number, `75192` standing for `75192-1`. Throws InvalidInputError when there is none. */
export async function getSet({ book }: Pick<BookArea, 'book'>, asked: string): Promise<ChosenSet> {
  const found = (await book.findSet(asked)) ?? (await book.findSet(`${asked}-1`));
  if (found === null) throw new InvalidInputError(`There is no set ${asked} in the catalogue.`);
  const { setId, setNumber } = found;
  return { setId, setNumber };
}

/** Names and describes an account's brickfolios, its default by the first label; creates those that are missing. */
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
