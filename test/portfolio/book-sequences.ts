import { type Book, DomainError } from '@brickmarket/domain';
import * as operations from '@brickmarket/operations/portfolio';
import {
  AccountBook,
  AccountStore,
  Brickfolios,
  ItemChanges,
  SystemStatus,
  SalesLedger,
  SetValueHistory,
  StoreClock,
} from '@brickmarket/persistence-ports';
import { checkBooks, Database, Stores } from '@brickmarket/persistence-postgres';
import { decide } from '@brickmarket/portfolio';
import * as fc from 'fast-check';
import { anyStep, type AnyStep, brokenRules, commandOf } from '../../libs/portfolio/src/testing/memory-book.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { createTestDatabase } from '../support/test-database.ts';

const DEVICES = 'two-devices';
/** What a connection says that was ended by the server, in all places where it can be ended. */
const CUT_OFF = /terminat|Connection|connection|ended|not queryable/;

type Area = operations.BookArea;

/** A whole book, as a user who only looks sees it. */
async function wholeBook(book: AccountBook, account: number): Promise<Book> {
  const seen: Book[] = [];
  for (const whole of ['collection', 'sales'] as const)
    await book.change(account, { whole }, (read) => {
      seen.push(read);
      return { edit: null };
    });
  const [collection, sales] = seen.slice(-2);
  return { ...collection!, sale: sales!.sale, saleLot: sales!.saleLot };
}

/**
 * Any sequences of commands from two devices at once, over PostgreSQL, with connections that are ended in between:
 * every book keeps its rules, and the API's totals are an independent recount, to the cent. Returns what happened.
 */
export async function checkSequencesOverPostgres(numRuns: number): Promise<Record<string, number>> {
  const counted = { done: 0, refused: 0, 'cut off': 0 };
  const testDatabase = await createTestDatabase();
  const role = 'brickmarket_account';
  const owner = await Database.connect({ url: testDatabase.url, applicationName: 'spec', poolSize: 2 });
  const devices = Database.open({ url: testDatabase.url, applicationName: DEVICES, poolSize: 4, role });
  try {
    const setIds = new Map<number, number>();
    for (const number of [7, 8]) {
      await insertSet(owner.pool, { set_number: `${number}-1` });
      const found = await owner.pool.query<{ id: number }>('SELECT id FROM catalog.lego_set WHERE set_number = $1', [
        `${number}-1`,
      ]);
      setIds.set(number, found.rows[0]!.id);
    }
    const setIdOf = (number: number): number => setIds.get(number)!;
    const ownerStores = new Stores(owner);
    const stores = new Stores(devices);
    const sets = new operations.ValuedSetCache(stores.get(SetValueHistory), {
      report: stores.get(SystemStatus),
      changes: stores.get(ItemChanges),
    });
    const area: Area = { ...stores.pick({ book: AccountBook, storeClock: StoreClock }), sets };
    const book = ownerStores.get(AccountBook);

    const act = async (account: number, step: AnyStep): Promise<void> => {
      try {
        if (step.kind === 'undo') {
          const edits = await book.listEdits(account, 50);
          const edit = edits[step.which % (edits.length || 1)];
          if (edit !== undefined) await operations.undoEdit(area, account, edit.id);
        } else if (step.kind === 'import') {
          const whole = step.file.source === 'sales' ? 'sales' : 'collection';
          await area.book.change(account, { whole }, (read) => ({
            edit: decide(read, commandOf(read, step, setIdOf)!),
          }));
        } else {
          const command = commandOf(await wholeBook(book, account), step, setIdOf);
          if (command !== null) await operations.changeBook(area, account, command as operations.OwnCommand);
        }
        counted.done++;
      } catch (error) {
        if (error instanceof DomainError) counted.refused++;
        else if (CUT_OFF.test((error as Error).message)) counted['cut off']++;
        else throw error;
      }
    };
    const cutOff = (): Promise<unknown> =>
      owner.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = '${DEVICES}' AND datname = current_database()`);

    let accounts = 0;
    const pair = fc.record({ one: anyStep, other: anyStep, isCut: fc.nat(5).map((chance) => chance === 0) });
    await fc.assert(
      fc.asyncProperty(fc.array(pair, { minLength: 1, maxLength: 20 }), async (pairs) => {
        const email = `${++accounts}@sequences.example`;
        const { id } = (await ownerStores.get(AccountStore).create(email, 'reseller'))!;
        for (const { one, other, isCut } of pairs) {
          const under = { way: true };
          const both = Promise.all([act(id, one), act(id, other)]).finally(() => (under.way = false));
          if (isCut) while (under.way) await cutOff();
          await both;
        }
        expect(brokenRules(await wholeBook(book, id))).toEqual([]);
        await expectTotals(owner, ownerStores, id);
      }),
      { numRuns, endOnFailure: true },
    );
    expect(await checkBooks(testDatabase.url, { repairs: false })).toEqual([]);
    return counted;
  } finally {
    await devices.close();
    await owner.close();
    await testDatabase.drop();
  }
}

/** What the API adds up is what is in the tables, counted by another way. */
async function expectTotals(owner: Database, stores: Stores, account: number): Promise<void> {
  const { rows } = await owner.pool.query<Record<string, number>>(
    `SELECT coalesce(sum(quantity), 0)::integer AS copies,
            coalesce(sum(quantity * coalesce(purchase_price_cents, 0)), 0)::integer AS cost
     FROM portfolio.holding WHERE account_id = $1 AND status <> 'sold'`,
    [account],
  );
  const ledger = await owner.pool.query<Record<string, number>>(
    `SELECT count(*)::integer AS sales, coalesce(sum(coalesce(cost_basis_cents, 0)), 0)::integer AS cost
     FROM portfolio.sale WHERE account_id = $1`,
    [account],
  );
  const { holdings } = await stores.get(Brickfolios).readOverview(account);
  const { total, sales } = await stores.get(SalesLedger).listPage(account, { limit: 1_000, offset: 0 });
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
  expect({
    copies: sum(holdings.map(({ quantity }) => quantity)),
    cost: sum(holdings.map(({ quantity, purchasePriceCents }) => quantity * (purchasePriceCents ?? 0))),
  }).toEqual(rows[0]);
  expect({ sales: total, cost: sum(sales.map(({ costBasisCents }) => costBasisCents ?? 0)) }).toEqual(ledger.rows[0]);
}
