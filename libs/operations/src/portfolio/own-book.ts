import {
  type BookRows,
  type BookTable,
  type Condition,
  ConflictError,
  DomainError,
  type EditKind,
  formatIsoDay,
  type Holding,
  holdingFault,
  InvalidInputError,
  type Lot,
  NotFoundError,
  type RowChange,
  type Sale,
  saleFault,
} from '@brickmarket/domain';
import type { AccountBook, BookableSet, Brickfolios, EditOutcome, StoreClock } from '@brickmarket/persistence-ports';
import {
  changeLot,
  countParts,
  firstInFirstOut,
  rebaseSale,
  type SaleTerms,
  sellCopies,
  splitLot,
  type TakenCopies,
  undoChanges,
} from '@brickmarket/portfolio';
import type { ValuedSetCache } from './valued-set-cache.ts';

/** What the use cases of a collection work with. */
export interface BookArea {
  readonly book: AccountBook;
  readonly brickfolios: Brickfolios;
  readonly sets: ValuedSetCache;
  /** The clock that days go by. */
  readonly storeClock: StoreClock;
}

/** An edit that was done: its number, for undoing it, and the rows it changed. */
export interface DoneEdit {
  readonly id: number;
  readonly summary: string;
  readonly changes: readonly RowChange[];
}

/** The row was changed elsewhere since the owner saw it. Nothing was written; `current` is what it is now. */
export class EditedElsewhereError extends DomainError {
  readonly kind = 'conflict';

  constructor(
    message: string,
    readonly table: BookTable,
    /** Null when it was deleted. */
    readonly current: BookRows[BookTable] | null,
  ) {
    super(message);
  }
}

const NAMES: Readonly<Record<BookTable, string>> = {
  brickfolio: 'brickfolio',
  lot: 'holding',
  sale: 'sale',
  saleLot: 'sale',
};

/** A row of the account. Throws NotFoundError, also for one of somebody else. */
export async function getRow<Table extends BookTable>(
  { book }: Pick<BookArea, 'book'>,
  accountId: number,
  table: Table,
  id: number,
): Promise<BookRows[Table]> {
  const rows = await book.read(accountId, { [table]: [id] });
  const row = rows[table].get(id);
  if (row === undefined) throw new NotFoundError(`You have no ${NAMES[table]} with this number.`);
  return row;
}

/** A row in the version that an edit is based on. Throws EditedElsewhereError when it has another by now. */
export async function getVersion<Table extends BookTable>(
  area: Pick<BookArea, 'book'>,
  accountId: number,
  table: Table,
  { id, version }: { readonly id: number; readonly version: number },
): Promise<BookRows[Table]> {
  const row = await getRow(area, accountId, table, id);
  if (row.version !== version) throw editedElsewhere(table, row);
  return row;
}

function editedElsewhere(table: BookTable, current: BookRows[BookTable] | null): EditedElsewhereError {
  const what = `This ${NAMES[table]} was ${current === null ? 'deleted' : 'changed'} elsewhere since you opened it.`;
  return new EditedElsewhereError(`${what} Nothing was saved.`, table, current);
}

/** Writes an edit. Throws EditedElsewhereError or ConflictError when the book has changed meanwhile. */
export async function commit(
  { book }: Pick<BookArea, 'book'>,
  accountId: number,
  kind: EditKind,
  summary: string,
  changes: readonly RowChange[],
  undoes: number | null = null,
): Promise<DoneEdit> {
  const written = await book.write(accountId, { kind, summary, changes, undoes });
  if (written.outcome === 'written') return { id: written.id, summary, changes };
  throw await refusal(book, accountId, written);
}

async function refusal(
  book: AccountBook,
  accountId: number,
  outcome: Exclude<EditOutcome, { outcome: 'written' }>,
): Promise<DomainError> {
  if (outcome.outcome === 'stale') {
    const { table, id } = outcome;
    return editedElsewhere(table, (await book.read(accountId, { [table]: [id] }))[table].get(id) ?? null);
  }
  if (outcome.outcome === 'not-empty')
    return new ConflictError('There are holdings in this brickfolio. Move or delete them first.');
  if (outcome.outcome === 'name-taken') return new ConflictError('You have a brickfolio of this name already.');
  return new ConflictError('This was undone already.');
}

/** The set with a number, `75192` standing for `75192-1`. Throws InvalidInputError when there is none. */
export async function getSet({ book }: Pick<BookArea, 'book'>, setNumber: string): Promise<BookableSet> {
  const found = (await book.findSet(setNumber)) ?? (await book.findSet(`${setNumber}-1`));
  if (found === null) throw new InvalidInputError(`There is no set ${setNumber} in the catalogue.`);
  return found;
}

/** What an owner says about copies; what is left out of an edit stays. */
export type LotFacts = Omit<Holding, 'setNumber'>;

/** Adds copies to a brickfolio of the account, the default one when none is given. */
export async function addHolding(
  area: BookArea,
  accountId: number,
  setNumber: string,
  brickfolioId: number | null,
  facts: LotFacts,
): Promise<DoneEdit> {
  requireLot(facts);
  if (facts.status === 'sold') throw new InvalidInputError('Add the copies first, then mark them as sold.');
  const set = await getSet(area, setNumber);
  const target =
    brickfolioId === null
      ? (await area.book.listBrickfolios(accountId))[0]!.brickfolio
      : await getRow(area, accountId, 'brickfolio', brickfolioId);
  const [id] = await area.book.reserveIds('lot', 1);
  const { title: _, ...booked } = set;
  const lot: Lot = { ...facts, ...booked, id: id!, version: 1, brickfolioId: target.id };
  const summary = `Added ${copies(lot)} to ${target.name}`;
  return commit(area, accountId, 'added', summary, [{ table: 'lot', before: null, after: lot }]);
}

/** Changes facts of a holding. Of copies linked to a sale only price, date and notes; the sale's cost follows. */
export async function editHolding(
  area: BookArea,
  accountId: number,
  based: { readonly id: number; readonly version: number },
  facts: Partial<LotFacts>,
): Promise<DoneEdit> {
  const lot = await getVersion(area, accountId, 'lot', based);
  const change = changeLot(lot, facts);
  const after = change.after as Lot;
  requireLot(after);
  const link = await findLink(area, accountId, lot.id);
  if (link === null) {
    if (after.status === 'sold' && lot.status !== 'sold')
      throw new InvalidInputError('Use "Mark sold", so that the sale is in your ledger.');
    return commit(area, accountId, 'edited', `Edited ${copies(after)}`, [change]);
  }
  const { quantity, condition, status } = after;
  if (quantity !== lot.quantity || condition !== lot.condition || status !== lot.status)
    throw new ConflictError('These copies are part of a sale: only their price, date and notes can be changed.');
  const sale = await getRow(area, accountId, 'sale', link.saleId);
  if (after.purchaseDay !== null && after.purchaseDay > sale.saleDay)
    throw new InvalidInputError(`These copies were sold on ${formatIsoDay(sale.saleDay)}, before that day.`);
  const links = await area.book.listLotsOfSale(accountId, link.saleId);
  const { lot: lots } = await area.book.read(accountId, { lot: links.map(({ id }) => id) });
  const rebased = rebaseSale(
    sale,
    [...lots.values()].map((one) => (one.id === lot.id ? after : one)),
  );
  const changes = rebased === null ? [change] : [change, rebased];
  return commit(area, accountId, 'edited', `Edited ${copies(after)}`, changes);
}

/** Moves some copies of a holding into one of their own, in the same brickfolio. */
export async function splitHolding(
  area: BookArea,
  accountId: number,
  based: { readonly id: number; readonly version: number },
  quantity: number,
): Promise<DoneEdit> {
  const lot = await getVersion(area, accountId, 'lot', based);
  await requireUnlinked(area, accountId, lot.id);
  const [id] = await area.book.reserveIds('lot', 1);
  const changes = splitLot(lot, quantity, id!);
  return commit(area, accountId, 'split', `Split ${quantity} off ${copies(lot)}`, changes);
}

/** Moves a holding to another brickfolio. */
export async function moveHolding(
  area: BookArea,
  accountId: number,
  based: { readonly id: number; readonly version: number },
  brickfolioId: number,
): Promise<DoneEdit> {
  const lot = await getVersion(area, accountId, 'lot', based);
  const target = await getRow(area, accountId, 'brickfolio', brickfolioId);
  if (target.id === lot.brickfolioId) throw new InvalidInputError('It is in this brickfolio already.');
  const summary = `Moved ${copies(lot)} to ${target.name}`;
  return commit(area, accountId, 'moved', summary, [changeLot(lot, { brickfolioId })]);
}

/** Deletes a holding. Copies linked to a sale are what its cost is made of: they stay as long as the sale does. */
export async function deleteHolding(
  area: BookArea,
  accountId: number,
  based: { readonly id: number; readonly version: number },
): Promise<DoneEdit> {
  const lot = await getVersion(area, accountId, 'lot', based);
  await requireUnlinked(area, accountId, lot.id);
  const summary = `Deleted ${copies(lot)}`;
  return commit(area, accountId, 'deleted', summary, [{ table: 'lot', before: lot, after: null }]);
}

/** Copies of one set in one condition to be sold. */
export interface WantedSale {
  readonly setNumber: string;
  readonly condition: Condition;
  readonly quantity: number;
  /** The lots that the person picked, each as it was seen; null for the copies bought first. */
  readonly picked: readonly { readonly id: number; readonly version: number; readonly quantity: number }[] | null;
  readonly terms: SaleTerms;
}

// Each time another edit of the same copies came in between.
const FIFO_ATTEMPTS = 3;

/** Sells copies and writes the ledger's line; its cost is what these copies had cost. */
export async function sellHolding(area: BookArea, accountId: number, wanted: WantedSale): Promise<DoneEdit> {
  const { setNumber, condition, quantity, picked, terms } = wanted;
  const set = await getSet(area, setNumber);
  requireSale({ ...terms, setNumber, quantity, costBasisCents: null });
  for (let attempt = 1; ; attempt++) {
    const lots = await area.book.listUnsold(accountId, set.setId, condition);
    const taken =
      picked === null
        ? firstInFirstOut(lots, quantity, terms.saleDay)
        : await pickCopies(area, accountId, picked, quantity);
    const newLotIds = await area.book.reserveIds('lot', countParts(taken));
    const [saleId] = await area.book.reserveIds('sale', 1);
    const changes = sellCopies(taken, terms, picked === null ? 'fifo' : 'picked', { saleId: saleId!, newLotIds });
    const summary = `Sold ${quantity} × ${set.setNumber} (${condition}) on ${terms.platform}`;
    try {
      return await commit(area, accountId, 'sold', summary, changes);
    } catch (error) {
      // What is oldest is decided anew; what a person picked is not.
      const isRetried = error instanceof EditedElsewhereError && picked === null && attempt < FIFO_ATTEMPTS;
      if (!isRetried) throw error;
    }
  }
}

async function pickCopies(
  area: BookArea,
  accountId: number,
  picked: NonNullable<WantedSale['picked']>,
  quantity: number,
): Promise<readonly TakenCopies[]> {
  if (new Set(picked.map(({ id }) => id)).size < picked.length)
    throw new InvalidInputError('Each holding can be picked once.');
  if (picked.reduce((sum, pick) => sum + pick.quantity, 0) !== quantity)
    throw new InvalidInputError(`Pick ${quantity} copies in all.`);
  const taken: TakenCopies[] = [];
  for (const pick of picked) {
    const lot = await getVersion(area, accountId, 'lot', pick);
    if (pick.quantity < 1 || pick.quantity > lot.quantity)
      throw new InvalidInputError(`There are ${lot.quantity} copies in this holding.`);
    taken.push({ lot, quantity: pick.quantity });
  }
  return taken;
}

/** Takes an edit back. Throws ConflictError, in words, when what it would restore was changed since. */
export async function undoEdit(area: BookArea, accountId: number, id: number): Promise<DoneEdit> {
  const edit = await area.book.findEdit(accountId, id);
  if (edit === null) throw new NotFoundError('You have no change with this number.');
  if (edit.undoneBy !== null) throw new ConflictError('This was undone already.');
  const wanted: Partial<Record<BookTable, number[]>> = {};
  for (const { table, before, after } of edit.changes) (wanted[table] ??= []).push((after ?? before)!.id);
  const rows = await area.book.read(accountId, wanted);
  const changes = undoChanges(edit.changes, (table, row) => rows[table].get(row) ?? null);
  return commit(area, accountId, 'undone', `Undone: ${edit.summary}`, changes, edit.id);
}

async function findLink({ book }: BookArea, accountId: number, lotId: number): Promise<BookRows['saleLot'] | null> {
  return (await book.read(accountId, { saleLot: [lotId] })).saleLot.get(lotId) ?? null;
}

async function requireUnlinked(area: BookArea, accountId: number, lotId: number): Promise<void> {
  if ((await findLink(area, accountId, lotId)) !== null)
    throw new ConflictError('These copies are part of a sale in your ledger. Undo the sale first.');
}

function requireLot(facts: Pick<Sale, 'quantity'> & Pick<Holding, 'purchasePriceCents' | 'purchaseDay'>): void {
  const fault = holdingFault(facts);
  if (fault !== null) throw new InvalidInputError(fault);
}

function copies({ quantity, setNumber, condition }: Lot): string {
  return `${quantity} × ${setNumber} (${condition})`;
}

const PLATFORM = /^[a-z0-9][a-z0-9 ._-]{0,39}$/;

/** Throws InvalidInputError unless a line of the ledger may be like this. */
export function requireSale(sale: Sale): void {
  if (!PLATFORM.test(sale.platform))
    throw new InvalidInputError('A platform is a lower-case word like ebay, bricklink or amazon.');
  const fault = saleFault(sale);
  if (fault !== null) throw new InvalidInputError(fault);
}
