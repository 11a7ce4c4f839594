import { type OpenStores, PORTS_UNDER_TEST, type StoresUnderTest } from '@brickmarket/persistence-ports/testing';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { moveClock } from './move-clock.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** Every table that a suite may have written to, with those that refer to it; `ops.data_kind` only ever counts up. */
const WRITTEN = [
  'access.account',
  'identity.attempt_allowance',
  'catalog.lego_set',
  'catalog.minifig',
  'catalog.item_change',
  'catalog.large_change',
  'catalog.number_change',
  'source.market_sale',
  'source.sale_source',
  'source.sale_exclusion',
  'source.excluded_sale',
  'source.changed_item',
  'source.arrived_sale',
  'source.served_value',
  'source.sale_score',
  'source.retail_observation',
  'market.item_value',
  'market.incomplete_sales',
  'market.value_step',
  'market.valuation_run',
  'market.month_series',
  'market.month_value',
  'market.month_restatement',
  'market.month_recheck',
  'market.backtest',
  'market.forecast',
  'market.scorecard',
  'ops.job_record',
  'ops.source',
  'ops.worker',
  'ops.service_hour',
  'ops.demo_market',
  'events.event',
  'events.alert',
  'events.rule_state',
  'events.send_allowance',
  'graphile_worker._private_jobs',
];

const WITH_REFERRING = `
WITH RECURSIVE written AS (
  SELECT unnest($1::text[])::regclass::oid AS id
  UNION
  SELECT c.conrelid FROM written w JOIN pg_constraint c ON c.confrelid = w.id WHERE c.contype = 'f')
SELECT id::regclass::text AS name FROM written`;

/**
 * A statement that empties the tables. By DELETE: TRUNCATE makes new files for every table and index, which takes
 * longer than most tests. Without triggers, so that neither the order matters nor anything is counted.
 */
async function emptying(owner: Database): Promise<string> {
  const { rows } = await owner.pool.query<{ name: string }>(WITH_REFERRING, [WRITTEN]);
  return ['BEGIN', 'SET LOCAL session_replication_role = replica', ...rows.map(({ name }) => `DELETE FROM ${name}`)]
    .concat('COMMIT')
    .join(';\n');
}

const RUN_CLOCK = "CREATE OR REPLACE FUNCTION access.clock() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT now()'";

/** The ports on PostgreSQL for all suites of a spec file: one database, emptied before each test. */
export interface PostgresStores {
  readonly open: OpenStores;
  /** The owner's connections, which row-level security does not restrict. */
  database(): Database;
}

/**
 * Creates the database before the first test of a spec file and drops it after the last. With `identityRole` the
 * identity ports are used by that role, which shows that its grants suffice; so is the queue with `deliverRole`, and
 * what owners do with alerts with `alertRole`.
 */
export function usePostgresStores({
  identityRole,
  deliverRole,
  alertRole,
}: { identityRole?: string; deliverRole?: string; alertRole?: string } = {}): PostgresStores {
  let testDatabase: TestDatabase;
  let owner: Database;
  let api: Database;
  let account: Database | null = null;
  let deliver: Database | null = null;
  let alerts: Database | null = null;
  let stores: StoresUnderTest;
  let empty: string;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    const settings = { url: testDatabase.url, applicationName: 'contract' };
    owner = await Database.connect(settings);
    empty = await emptying(owner);
    api = await Database.connect({ ...settings, role: 'brickmarket_api', poolSize: 2 });
    if (identityRole !== undefined) account = await Database.connect({ ...settings, role: identityRole, poolSize: 8 });
    if (deliverRole !== undefined) deliver = await Database.connect({ ...settings, role: deliverRole, poolSize: 2 });
    if (alertRole !== undefined) alerts = await Database.connect({ ...settings, role: alertRole, poolSize: 2 });
    stores = {
      ...postgresStores(owner, api),
      ...(account !== null && identityStores(account)),
      ...(deliver !== null && new Stores(deliver).pick({ queue: PORTS_UNDER_TEST.queue })),
      ...(alerts !== null && alertStores(alerts)),
    };
  });
  afterAll(async () => {
    await owner.close();
    await api.close();
    await account?.close();
    await deliver?.close();
    await alerts?.close();
    await testDatabase.drop();
  });
  return {
    database: () => owner,
    open: async () => {
      await owner.pool.query(empty);
      await owner.pool.query(RUN_CLOCK);
      return stores;
    },
  };
}

/**
 * The service's reads of shared data by the service's role, everything else by the owner. Private reads too, on
 * purpose: row-level security would hide a statement that forgets to filter by account.
 */
function postgresStores(owner: Database, api: Database): StoresUnderTest {
  const { gate, sets, minifigs, changes, monthHistory, valueHistory, retailPrices, health, status } = PORTS_UNDER_TEST;
  return {
    ...new Stores(owner).pick(PORTS_UNDER_TEST),
    ...new Stores(api).pick({
      gate,
      sets,
      minifigs,
      changes,
      monthHistory,
      valueHistory,
      retailPrices,
      health,
      status,
    }),
    moveClock: (instant) => moveClock(owner.pool, instant),
    verifyEndpoints: async () => {
      await owner.pool.query('UPDATE events.endpoint SET verified_at = created_at');
    },
  };
}

function identityStores(account: Database): Partial<StoresUnderTest> {
  const {
    credentials,
    sessions,
    tokens,
    attempts,
    devices,
    passkeys,
    audit,
    ownKeys,
    usage,
    book,
    sellingFees,
    ownSets,
  } = PORTS_UNDER_TEST;
  return new Stores(account).pick({
    credentials,
    sessions,
    tokens,
    attempts,
    devices,
    passkeys,
    audit,
    ownKeys,
    usage,
    book,
    sellingFees,
    ownSets,
  });
}

function alertStores(account: Database): Partial<StoresUnderTest> {
  const { rules, endpoints, inbox, feeds } = PORTS_UNDER_TEST;
  return new Stores(account).pick({ rules, endpoints, inbox, feeds });
}
