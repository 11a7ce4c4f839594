import { Pool } from 'pg';
import { TestAccountArea } from '../support/test-account-area.ts';
import { insertSet } from '../support/catalog-builders.ts';

describe('the database role of the account area', () => {
  let area: TestAccountArea;
  let role: Pool;
  let [ann, bob] = [0, 0];
  beforeAll(async () => {
    area = await TestAccountArea.start();
    await insertSet(area.db, { set_number: '1-1' });
    for (const email of ['ann@example.com', 'bob@example.com']) {
      const owner = await area.signedUp(email);
      await owner.post('keys', { name: 'shop' });
      await owner.post('holdings', { setNumber: '1-1', quantity: 2 });
      const sold = { setNumber: '1-1', condition: 'sealed', quantity: 1, grossCents: 1 };
      await owner.post('holdings/sell', { ...sold, platform: 'ebay', saleDay: '2026-01-01' });
    }
    [ann, bob] = [await area.accountId('ann@example.com'), await area.accountId('bob@example.com')];
    role = new Pool({ connectionString: area.databaseUrl, max: 1, options: '-c role=brickmarket_account' });
  });
  afterAll(async () => {
    await role.end();
    await area.stop();
  });

  const tables = async (where: string): Promise<string[]> =>
    (
      await area.db.query<{ name: string }>(
        `SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE ${where} ORDER BY 1`,
      )
    ).rows.map(({ name }) => name);

  it('reads no source rows, nor any table that it does not need', async () => {
    const all = await tables(`schemaname NOT IN ('pg_catalog', 'information_schema')`);
    const readable: string[] = [];
    for (const table of all) {
      const isReadable = await role.query(`SELECT FROM ${table} LIMIT 1`).then(
        () => true,
        (error: Error) => !error.message.startsWith('permission denied'),
      );
      if (isReadable) readable.push(table);
    }
    expect(all.some((table) => table.startsWith('source.'))).toBe(true);
    expect(readable).toEqual([
      // Some columns of it: see below.
      'access.api_key',
      'access.key_usage',
      'access.route_usage',
      'catalog.edition',
      'catalog.item_change',
      'catalog.large_change',
      'catalog.lego_set',
      'catalog.minifig',
      'catalog.number_change',
      'catalog.set_minifig',
      // What is of one account in them, and of endpoints no secret: see alerts.spec.ts.
      'events.alert',
      'events.attempt',
      'events.delivery',
      'events.endpoint',
      'events.event',
      // Not the hash of its secret: see below.
      'events.feed',
      'events.rule',
      'events.rule_endpoint',
      'events.rule_set',
      'events.rule_state',
      'identity.audit_event',
      'identity.credential',
      'identity.known_device',
      'identity.passkey',
      'identity.recovery_code',
      'identity.session',
      'market.forecast',
      'market.incomplete_sales',
      'market.item_value',
      'market.month_series',
      'market.month_value',
      'market.value_step',
      'ops.data_kind',
      'ops.demo_market',
      'portfolio.brickfolio',
      'portfolio.edit',
      'portfolio.holding',
      'portfolio.holding_block',
      'portfolio.import_columns',
      'portfolio.import_file',
      'portfolio.import_row',
      'portfolio.sale',
      'portfolio.sale_lot',
      'portfolio.selling_fees',
      'public.schema_least_build',
      'public.schema_migration',
      'public.schema_routine',
      'retail.listing',
      'retail.price_change',
      'retail.price_state',
      'retail.product_code',
    ]);
  });

  it('cannot read the hashes of keys, and writes no counter, account or plan', async () => {
    for (const statement of [
      'SELECT key_hash FROM access.api_key',
      'SELECT * FROM access.api_key',
      'UPDATE access.api_key SET daily_limit = 1000000',
      'UPDATE access.api_key SET account_id = 1',
      'DELETE FROM access.api_key',
      'UPDATE access.key_usage SET used = 0',
      'UPDATE access.route_usage SET requests = 0',
      'SELECT secret_hash FROM events.feed',
      `UPDATE access.account SET plan = 'reseller'`,
      'SELECT * FROM identity.one_time_token',
      'DELETE FROM identity.attempt_allowance',
      'DELETE FROM identity.audit_event',
      'UPDATE identity.audit_event SET summary = summary',
      'SELECT access.admit_keys(NULL, NULL, NULL, NULL)',
      'UPDATE portfolio.edit SET summary = summary',
      'DELETE FROM portfolio.edit',
      'UPDATE portfolio.holding_block SET holding_count = 1',
      'UPDATE portfolio.holding SET account_id = 1',
      'UPDATE portfolio.sale SET account_id = 1',
      'UPDATE market.value_step SET value_cents = 1',
    ])
      await expect(role.query(statement)).rejects.toThrow('permission denied');
  });

  it.each([
    'access.api_key',
    'identity.session',
    'identity.credential',
    'identity.audit_event',
    'identity.known_device',
    'portfolio.brickfolio',
    'portfolio.edit',
    'portfolio.holding',
    'portfolio.holding_block',
    'portfolio.sale',
    'portfolio.sale_lot',
  ])('sees no row of %s without an account, and only the rows of the one it works for', async (table) => {
    const accounts = async (): Promise<number[]> =>
      (await role.query<{ id: number }>(`SELECT DISTINCT account_id AS id FROM ${table}`)).rows.map(({ id }) => id);
    expect(await accounts()).toEqual([]);
    await role.query('BEGIN');
    await role.query(`SET LOCAL brickmarket.account_id = '${ann}'`);
    expect(await accounts()).toEqual([ann]);
    await role.query('ROLLBACK');
    expect(await accounts()).toEqual([]);
  });

  it('creates no key and no session for an account that it does not work for', async () => {
    await role.query('BEGIN');
    await role.query(`SET LOCAL brickmarket.account_id = '${ann}'`);
    const insert = role.query(
      `INSERT INTO access.api_key (account_id, key_hash, name, last4) VALUES ($1, sha256('x'), 'x', 'abcd')`,
      [bob],
    );
    await expect(insert).rejects.toThrow('row-level security');
    await role.query('ROLLBACK');
  });
});
