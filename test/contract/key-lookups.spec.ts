import { hashOfApiKey } from '@brickmarket/persistence-ports';
import { eventually } from '../support/eventually.ts';
import { inOwnSession } from '../support/own-session.ts';
import { TestGate } from '../support/test-gate.ts';

/** As many as PostgreSQL would rather read through than look up one by one. */
const KEYS = 1_000;
const CHARGES = 20;
const MANY_KEYS = `
WITH made AS (
  INSERT INTO access.account (email, plan) SELECT n || '@example.com', 'reseller' FROM generate_series(1, $1) n
  RETURNING id, email
)
INSERT INTO access.api_key (account_id, key_hash, name, last4)
SELECT id, sha256(convert_to('bmk_' || split_part(email, '@', 1), 'UTF8')), 'price sheet', '0000' FROM made`;

describe('an admission', () => {
  let testGate: TestGate;

  beforeAll(async () => {
    testGate = await TestGate.open();
    await inOwnSession(testGate.url, async (session) => {
      await session.query(MANY_KEYS, [KEYS]);
      await session.query('ANALYZE access.account, access.api_key');
    });
  });

  afterAll(() => testGate.close());

  const scans = async (): Promise<{ index: number; all: number }> => {
    const { rows } = await testGate.db.query<{ index: number; all: number }>(
      `SELECT idx_scan::integer AS index, seq_scan::integer AS all FROM pg_stat_user_tables
       WHERE schemaname = 'access' AND relname = 'api_key'`,
    );
    return rows[0]!;
  };

  it.each([1, 8, 64])('of %d keys looks each of them up by itself, and never reads all keys', async (count) => {
    const before = await scans();
    const charges = Array.from({ length: count }, (_, n) => ({ keyHash: hashOfApiKey(`bmk_${n + 1}`), costs: [1] }));
    for (let n = 0; n < CHARGES; n++) expect(await testGate.gate.charge(charges)).not.toContain(null);
    // The server's own statistics: a session reports at most once a second.
    const after = await eventually('the statistics have arrived', async () => {
      await testGate.gate.charge([]);
      const counted = await scans();
      return counted.index + counted.all >= before.index + before.all + CHARGES && counted;
    });
    expect(after.all - before.all).toBe(0);
  });
});
