import type { Book } from '@brickmarket/domain';
import { commitImport, compareImport, type ImportArea } from '@brickmarket/operations/staged-import';
import type { StoresUnderTest } from '@brickmarket/persistence-ports/testing';
import { insertSet } from '../support/catalog-builders.ts';
import { usePostgresStores } from '../support/postgres-stores.ts';

const ROWS = 2_500;
const ROWS_AT_ONCE = 500;
const SETS = 50;

describe('a decision about many rows', () => {
  const postgres = usePostgresStores();
  let stores: StoresUnderTest;
  let turns: number;
  let next: NodeJS.Immediate;
  beforeEach(async () => {
    stores = await postgres.open();
    turns = 0;
    countTurns();
  });
  afterEach(() => clearImmediate(next));

  /** Counts the turns of the event loop, in each of which a request could be answered. */
  const countTurns = (): void => {
    turns++;
    next = setImmediate(countTurns);
  };
  /** The same area; the turns that each decision took are noted. */
  const watched = (area: ImportArea, noted: number[]): ImportArea => {
    const book = Object.create(area.book) as ImportArea['book'];
    book.change = (accountId, part, decide) =>
      area.book.change(accountId, part, async (read: Book, staged) => {
        const before = turns;
        const decision = await decide(read, staged);
        noted.push(turns - before);
        return decision;
      });
    return { ...area, book };
  };

  it('lets others be answered after every few hundred of them', async () => {
    const numbers = Array.from({ length: SETS }, (_, index) => `${1 + index}-1`);
    for (const set_number of numbers) await insertSet(postgres.database().pool, { set_number });
    const { id: ann } = (await stores.accounts.create('ann@example.com', 'reseller'))!;
    const { stagedImports: imports, items, book, clock } = stores;
    const area = { imports, items, book, storeClock: clock };
    const id = await imports.begin(ann, 'mine.csv');
    const rows = Array.from({ length: ROWS }, (_, row) => ({
      line: row + 2,
      text: '',
      reason: null,
      nearest: [],
      record: {
        kind: 'collection' as const,
        brickfolio: null,
        holding: {
          setNumber: numbers[row % SETS]!,
          quantity: 1,
          condition: 'sealed' as const,
          purchasePriceCents: row,
          purchaseDay: null,
          status: null,
          notes: null,
        },
      },
    }));
    await imports.add(ann, id, rows, 0.5);
    await imports.recognize(ann, id, { kind: 'collection', source: 'Brickset export' });
    const noted: number[] = [];
    await compareImport(watched(area, noted), ann, id);
    expect(await commitImport(watched(area, noted), ann, id)).toMatchObject({
      state: 'committed',
      rows: { new: ROWS },
    });
    expect(noted).toHaveLength(2);
    expect(Math.min(...noted)).toBeGreaterThanOrEqual(ROWS / ROWS_AT_ONCE);
  });
});
