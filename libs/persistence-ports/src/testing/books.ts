import type { Book, BookEdit, Holding, RowChange, Sale } from '@brickmarket/domain';
import type { PartOfBook } from '../portfolio/book.ts';
import type { StoresUnderTest } from './stores.ts';

/** A holding to be stored: its set by id and number, its brickfolio by name, the default one when left out. */
export interface HoldingToStore {
  readonly setId: number;
  readonly holding: Holding;
  readonly brickfolio?: string | null;
}

/** A sale to be stored: its set by id as well as by number. */
export interface SaleToStore {
  readonly setId: number;
  readonly sale: Sale;
}

/** Writes changes into a book as they are: storage has no rules of its own. Returns the number of the edit. */
export async function changeBook(
  { book }: Pick<StoresUnderTest, 'book'>,
  accountId: number,
  changes: readonly RowChange[] | ((read: Book) => readonly RowChange[]),
  more: Partial<BookEdit> & { readonly part?: PartOfBook } = {},
): Promise<number> {
  const { part = {}, ...facts } = more;
  const id = await book.change(accountId, part, (read) => ({
    edit: {
      kind: 'edited',
      summary: 'A change',
      changes: typeof changes === 'function' ? changes(read) : changes,
      undoes: null,
      kept: [],
      ...facts,
    },
  }));
  return id!;
}

/** A part of a book as a decision gets it. */
export async function readBook(
  { book }: Pick<StoresUnderTest, 'book'>,
  accountId: number,
  part: PartOfBook,
): Promise<Book> {
  let found: Book | null = null;
  await book.change(accountId, part, (read) => {
    found = read;
    return { edit: null };
  });
  return found!;
}

/** Adds holdings, and the brickfolios that they name. */
export async function storeHoldings(
  stores: Pick<StoresUnderTest, 'book'>,
  accountId: number,
  holdings: readonly HoldingToStore[],
): Promise<void> {
  await changeBook(stores, accountId, ({ brickfolio: known }) => {
    const idOf = new Map([...known.values()].map(({ id, name }) => [name, id]));
    const byDefault = [...known.values()].find(({ isDefault }) => isDefault)!.id;
    const changes: RowChange[] = [];
    let next = 0;
    for (const { setId, holding, brickfolio: name = null } of holdings) {
      if (name !== null && !idOf.has(name)) {
        idOf.set(name, --next);
        const facts = { version: 1, name, description: null, isDefault: false, createdAt: '2026-11-15T12:00:00.000Z' };
        changes.push({ table: 'brickfolio', before: null, after: { id: next, ...facts } });
      }
      const brickfolioId = name === null ? byDefault : idOf.get(name)!;
      changes.push({ table: 'lot', before: null, after: { ...holding, id: --next, version: 1, setId, brickfolioId } });
    }
    return changes;
  });
}

/** Adds sales that took no copies. */
export async function storeSales(
  stores: Pick<StoresUnderTest, 'book'>,
  accountId: number,
  sales: readonly SaleToStore[],
): Promise<void> {
  const changes = sales.map(({ setId, sale }, index): RowChange => ({
    table: 'sale',
    before: null,
    after: { ...sale, setId, id: -1 - index, version: 1 },
  }));
  await changeBook(stores, accountId, changes);
}
