import {
  aheadFault,
  type BookEdit,
  type EpochDay,
  epochDayOf,
  InvalidInputError,
  type Sale,
} from '@brickmarket/domain';
import type { AccountBook, BookableSet, PartOfBook, StoreClock } from '@brickmarket/persistence-ports';
import {
  type BookCommand,
  type BrickfolioFacts,
  type ChosenSet,
  decide,
  type DoneWithSeveral,
  type HoldingFacts,
  type Seen,
  type WantedSale,
} from '@brickmarket/portfolio';
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
}

/** Does what a command says with the part of the book that it needs. Throws a DomainError when it is refused. */
async function command(
  { book }: Pick<BookArea, 'book'>,
  accountId: number,
  part: PartOfBook,
  wanted: BookCommand,
): Promise<DoneEdit> {
  let edit: BookEdit | null = null;
  const id = await book.change(accountId, part, (read) => ({ edit: (edit = decide(read, wanted)) }));
  return { id: id!, summary: edit!['summary'] };
}

/** The set with a number, `75192` standing for `75192-1`. Throws InvalidInputError when there is none. */
export async function getSet({ book }: Pick<BookArea, 'book'>, setNumber: string): Promise<BookableSet> {
  const found = (await book.findSet(setNumber)) ?? (await book.findSet(`${setNumber}-1`));
  if (found === null) throw new InvalidInputError(`There is no set ${setNumber} in the catalogue.`);
  return found;
}

async function chosen(area: BookArea, setNumber: string): Promise<ChosenSet> {
  const { setId, setNumber: canonical } = await getSet(area, setNumber);
  return { setId, setNumber: canonical };
}

/** Throws InvalidInputError for a day that has not come yet. */
async function requirePast({ storeClock }: BookArea, day: EpochDay | null | undefined): Promise<void> {
  const fault = day ? aheadFault(day, epochDayOf(await storeClock.now())) : null;
  if (fault !== null) throw new InvalidInputError(`${fault}.`);
}

/** Adds copies to a brickfolio of the account, the default one when none is given. */
export async function addHolding(
  area: BookArea,
  accountId: number,
  setNumber: string,
  brickfolioId: number | null,
  facts: HoldingFacts,
): Promise<DoneEdit> {
  await requirePast(area, facts.purchaseDay);
  return command(area, accountId, {}, { do: 'add', set: await chosen(area, setNumber), brickfolioId, facts });
}

/** Changes facts of a holding. */
export async function editHolding(
  area: BookArea,
  accountId: number,
  holding: Seen,
  facts: Partial<HoldingFacts>,
): Promise<DoneEdit> {
  await requirePast(area, facts.purchaseDay);
  return command(area, accountId, { holdings: [holding.id] }, { do: 'edit', holding, facts });
}

/** Moves some copies of a holding into one of their own, in the same brickfolio. */
export function splitHolding(area: BookArea, accountId: number, holding: Seen, quantity: number): Promise<DoneEdit> {
  return command(area, accountId, { holdings: [holding.id] }, { do: 'split', holding, quantity });
}

/** Moves a holding to another brickfolio. */
export function moveHolding(area: BookArea, accountId: number, holding: Seen, brickfolioId: number): Promise<DoneEdit> {
  return command(area, accountId, { holdings: [holding.id] }, { do: 'move', holding, brickfolioId });
}

/** Deletes a holding that is in no sale. */
export function deleteHolding(area: BookArea, accountId: number, holding: Seen): Promise<DoneEdit> {
  return command(area, accountId, { holdings: [holding.id] }, { do: 'delete', holding });
}

/** Edits, moves, sells or deletes several holdings as one edit; all of them, or none when one was changed since. */
export async function changeSeveral(
  area: BookArea,
  accountId: number,
  holdings: readonly Seen[],
  then: DoneWithSeveral,
): Promise<DoneEdit> {
  if (then.do === 'edit') await requirePast(area, then.facts.purchaseDay);
  if (then.do === 'sell') await requirePast(area, then.terms.saleDay);
  return command(area, accountId, { holdings: holdings.map(({ id }) => id) }, { do: 'several', holdings, then });
}

/** Copies of one set in one condition to be sold. */
export interface CopiesToSell extends Omit<WantedSale, 'set'> {
  readonly setNumber: string;
}

/** Sells copies and writes the ledger's line; its cost is what these copies had cost. */
export async function sellHolding(area: BookArea, accountId: number, copies: CopiesToSell): Promise<DoneEdit> {
  const { setNumber, picked, ...rest } = copies;
  await requirePast(area, rest.terms.saleDay);
  const set = await chosen(area, setNumber);
  const part: PartOfBook =
    picked === null
      ? { unsold: { setId: set.setId, condition: rest.condition } }
      : { holdings: picked.map(({ id }) => id) };
  return command(area, accountId, part, { do: 'sell', wanted: { ...rest, set, picked } });
}

/** Records a sale of copies that are not in the collection; its cost is what the owner says, or unknown. */
export async function addSale(area: BookArea, accountId: number, { setNumber, ...sale }: Sale): Promise<DoneEdit> {
  await requirePast(area, sale.saleDay);
  return command(area, accountId, {}, { do: 'add sale', set: await chosen(area, setNumber), sale });
}

/** Changes a line of the ledger. */
export async function editSale(
  area: BookArea,
  accountId: number,
  sale: Seen,
  facts: Partial<Omit<Sale, 'setNumber'>>,
): Promise<DoneEdit> {
  await requirePast(area, facts.saleDay);
  return command(area, accountId, { sales: [sale.id] }, { do: 'edit sale', sale, facts });
}

/** Creates an empty brickfolio. */
export async function createBrickfolio(area: BookArea, accountId: number, facts: BrickfolioFacts): Promise<DoneEdit> {
  const createdAt = (await area.storeClock.now()).toISOString();
  return command(area, accountId, {}, { do: 'create brickfolio', facts, createdAt });
}

/** Renames or describes a brickfolio. */
export function editBrickfolio(
  area: BookArea,
  accountId: number,
  brickfolio: Seen,
  facts: BrickfolioFacts,
): Promise<DoneEdit> {
  return command(area, accountId, {}, { do: 'edit brickfolio', brickfolio, facts });
}

/** Makes a brickfolio the one that new holdings go into. */
export function makeDefault(area: BookArea, accountId: number, brickfolio: Seen): Promise<DoneEdit> {
  return command(area, accountId, {}, { do: 'make default', brickfolio });
}

/** Deletes an empty brickfolio; with the alert rules that watch it only if their owner was told so. */
export function deleteBrickfolio(
  area: BookArea,
  accountId: number,
  brickfolio: Seen,
  withRules: boolean,
): Promise<DoneEdit> {
  return command(area, accountId, { use: true }, { do: 'delete brickfolio', brickfolio, withRules });
}

/** Takes an edit back. Throws ConflictError, in words, when what it would restore was changed since. */
export function undoEdit(area: Pick<BookArea, 'book'>, accountId: number, id: number): Promise<DoneEdit> {
  return command(area, accountId, { edit: id }, { do: 'undo' });
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
