import { hashOfApiKey } from '@brickmarket/persistence-ports';
import { insertAccount } from '../support/account-builders.ts';
import { eventually } from '../support/eventually.ts';
import { moveClock, NOON } from '../support/move-clock.ts';
import { TestGate } from '../support/test-gate.ts';

const ROUNDS = 20;
/** Many times as many versions of a counter as fit on its page. */
const CHARGES_A_ROUND = 10;

describe('the counter of a key', () => {
  let testGate: TestGate;
  let gate: TestGate['gate'];
  let db: TestGate['db'];

  beforeAll(async () => {
    testGate = await TestGate.open();
    ({ gate, db } = testGate);
    // A new day has a new counter.
    await moveClock(db, NOON);
  });

  afterAll(() => testGate.close());

  /**
   * An open transaction anywhere on the server, of another spec too, keeps every version that is newer than it from
   * being cleared away.
   */
  async function untilVersionsMayGo(): Promise<void> {
    const now = await db.query<{ next: string }>('SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next');
    await eventually(
      'no transaction older than the last charge is open',
      async () =>
        (await db.query('SELECT WHERE pg_snapshot_xmin(pg_current_snapshot()) < $1::xid8', [now.rows[0]!.next]))
          .rowCount === 0,
    );
  }

  /** The server's own statistics, once they have arrived: a session reports at most once a second. */
  async function countedUpdates(enough: number): Promise<{ updates: number; heapOnly: number }> {
    return eventually('the statistics have arrived', async () => {
      await gate.charge([]);
      const { rows } = await db.query<{ updates: number; heapOnly: number }>(
        `SELECT n_tup_upd::integer AS updates, n_tup_hot_upd::integer AS "heapOnly" FROM pg_stat_user_tables
         WHERE relname = 'key_usage'`,
      );
      return rows[0]!.updates >= enough && rows[0]!;
    });
  }

  it('is updated heap-only, every time', async () => {
    const { key } = await insertAccount(db);
    const charge = [{ keyHash: hashOfApiKey(key), costs: [1] }];
    await gate.charge(charge);
    for (let round = 0; round < ROUNDS; round++) {
      await untilVersionsMayGo();
      for (let i = 0; i < CHARGES_A_ROUND; i++) await gate.charge(charge);
    }
    const updates = ROUNDS * CHARGES_A_ROUND;
    expect(await countedUpdates(updates)).toEqual({ updates, heapOnly: updates });
  });
});
