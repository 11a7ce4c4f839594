import { randomInt } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { insertAccount } from '../support/account-builders.ts';
import { addNewerMigration, dropThisBuild } from '../support/newer-schema.ts';
import { runHere } from '../support/run-here.ts';
import { TestMailbox } from '../support/test-mailbox.ts';
import { createTestDatabase, createUnmigratedDatabase, type TestDatabase } from '../support/test-database.ts';

interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'fault';
  readonly found: string;
  readonly advice: string | null;
}

describe('doctor', () => {
  let home: string;
  let database: TestDatabase;
  let db: Pool;

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'brickmarket-doctor-'));
  });
  afterAll(() => rm(home, { recursive: true, force: true }));
  beforeEach(async () => {
    database = await createTestDatabase();
    db = new Pool({ connectionString: database.url, max: 2 });
  });
  afterEach(async () => {
    await db.end();
    await database.drop();
  });

  const doctor = async (environment: NodeJS.ProcessEnv = {}) => {
    const run = await runHere(['doctor', '--json'], {
      DATABASE_URL: database.url,
      BRICKMARKET_DATA_DIR: join(home, 'data'),
      ...environment,
    });
    const { findings } = JSON.parse(run.stdout) as { findings: readonly Finding[] };
    // The disks are those of the machine.
    const trouble = findings.filter(({ check, state }) => state !== 'ok' && !check.startsWith('disk'));
    return { code: run.code, trouble, findings };
  };
  const exitCode = (): number | string | null | undefined => {
    const code = process.exitCode;
    process.exitCode = undefined;
    return code;
  };

  it('says that all is well with a new database', async () => {
    await insertAccount(db);
    expect(await doctor()).toMatchObject({ code: 0, trouble: [] });
    const { stdout } = await runHere(['doctor'], { DATABASE_URL: database.url, BRICKMARKET_DATA_DIR: home });
    expect(stdout).toMatch(/^ok +versions +PostgreSQL \d+/m);
    expect(stdout).toMatch(/^ok +roles +3 of 3 present/m);
    expect(stdout).toMatch(/^ok +backups +no backup found in .*; due 7 days after the first account$/m);
  });

  it.each([
    [
      'a failed job',
      'jobs',
      'fault',
      `SELECT graphile_worker.add_job('value'); UPDATE graphile_worker._private_jobs SET attempts = max_attempts`,
    ],
    [
      'a job that nobody does',
      'jobs',
      'fault',
      `SELECT graphile_worker.add_job('value', run_at := now() - interval '2 hours')`,
    ],
    [
      'a worker that was killed',
      'workers',
      'fault',
      `INSERT INTO ops.worker (id, host, pid, connection_name, leased_until)
       VALUES ('w', 'h', 1, 'w', now() - interval '10 minutes')`,
    ],
    [
      'answers that failed',
      'responses',
      'warning',
      `INSERT INTO ops.service_hour
       VALUES (date_trunc('hour', now()), 100000, 200, '{}', repeat('1', 60)::bit(60), 0, 0)`,
    ],
    [
      'ranges that hold too little',
      'ranges of values',
      'warning',
      `INSERT INTO market.scorecard (month, sales, report, reported_at)
       VALUES ('2026-01-01', 500, '{"overall": {"estimator": {"coveragePct": 60}}}', now())`,
    ],
    [
      'an alert that could not be delivered',
      'deliveries',
      'warning',
      `INSERT INTO events.delivery (account_id, event_id, rule_ids, state, due_at, finished_at)
       VALUES (1, 1, '{}', 'failed', now(), now())`,
    ],
    [
      'an alert that nobody sends',
      'deliveries',
      'fault',
      `INSERT INTO events.delivery (account_id, event_id, rule_ids, due_at)
       VALUES (1, 1, '{}', now() - interval '1 hour')`,
    ],
    [
      'a feed that has ended',
      'freshness of retail prices',
      'warning',
      `INSERT INTO ops.data_kind (kind, version, changed_at) VALUES ('retail', 1, now() - interval '9 days')
       ON CONFLICT (kind) DO UPDATE SET changed_at = excluded.changed_at`,
    ],
    [
      'a feed of sales that has ended, while valuations still run',
      'freshness of sales',
      'warning',
      `INSERT INTO ops.import_run (kind, files, started_at, finished_at, inserted, changed, unchanged, rejected)
       VALUES ('sales', '{}', now(), now() - interval '9 days', 1, 0, 0, 0);
       INSERT INTO ops.data_kind (kind, version, changed_at) VALUES ('market', 1, now())
       ON CONFLICT (kind) DO UPDATE SET changed_at = excluded.changed_at`,
    ],
    [
      'a clock that was turned back',
      'clock',
      'fault',
      `INSERT INTO ops.data_kind (kind, version, changed_at) VALUES ('retail', 1, now() + interval '3 hours')
       ON CONFLICT (kind) DO UPDATE SET changed_at = excluded.changed_at`,
    ],
    [
      'a quota that was exceeded',
      'portfolios and quotas',
      'fault',
      `INSERT INTO access.key_usage (key_id, day, used, last_charge, day_limit)
       SELECT id, '2026-01-01', 11, 1, 10 FROM access.api_key`,
    ],
    [
      'a right that was taken away',
      'rights and indexes',
      'fault',
      'REVOKE EXECUTE ON FUNCTION access.refund FROM brickmarket_api',
    ],
    ['an index that is gone', 'rights and indexes', 'fault', 'DROP INDEX portfolio.edit_newest_first'],
    [
      'rows of others that can be read',
      'rights and indexes',
      'fault',
      'ALTER TABLE portfolio.holding DISABLE ROW LEVEL SECURITY',
    ],
    [
      'an event that waits for its rules',
      'deliveries',
      'fault',
      `INSERT INTO events.event (kind, subject, cause, occurred_at, recorded_at, facts)
       VALUES ('x', 'x', 'x', now(), now() - interval '3 hours', '{}');
       INSERT INTO events.pending SELECT id FROM events.event`,
    ],
    [
      'rules that nobody serves',
      'deliveries',
      'fault',
      `INSERT INTO events.rule (account_id, name, kind, scope, min_change_cents, min_change_pct, hysteresis_pct,
         rearm_minutes, sends_mail, time_zone, created_at)
       SELECT id, 'x', 'price.dropped', 'holdings', 0, 0, 1, 0, true, 'UTC', now() - interval '3 hours'
       FROM access.account`,
    ],
    [
      'a worker that was never started',
      'workers',
      'fault',
      `UPDATE access.account SET created_at = now() - interval '2 hours'`,
    ],
    [
      'a backup that was never made',
      'backups',
      'warning',
      `UPDATE access.account SET created_at = now() - interval '8 days';
       INSERT INTO ops.worker (id, host, pid, connection_name, leased_until)
       VALUES ('w', 'h', 1, 'w', now() + interval '10 minutes');
       SELECT pg_advisory_lock(7214665, hashtext('w'))`,
    ],
    ['books that do not add up', 'portfolios and quotas', 'fault', 'DELETE FROM portfolio.brickfolio'],
    ['a role that could read licensed rows', 'roles', 'fault', 'GRANT USAGE ON SCHEMA source TO brickmarket_api'],
  ])('names %s, and what to do', async (_fault, check, state, statement) => {
    await insertAccount(db);
    // Triggers and references keep such rows out: a fault is what got past them.
    const client = await db.connect();
    try {
      await client.query(`SET session_replication_role = replica; ${statement}`);
      expect((await doctor()).trouble).toEqual([
        { check, state, found: expect.any(String), advice: expect.stringMatching(/\w+/) },
      ]);
    } finally {
      client.release(true);
    }
    expect(exitCode()).toBe(state === 'fault' ? 1 : undefined);
  });

  it('names an address that does not serve: a wrong password, and a login without the rights of its role', async () => {
    const url = (user: string, password: string): string => {
      const address = new URL(database.url);
      return Object.assign(address, { username: user, password }).href;
    };
    const [clerk, stranger] = [`clerk_${randomInt(1e9)}`, `stranger_${randomInt(1e9)}`];
    await db.query(`CREATE ROLE ${clerk} LOGIN PASSWORD 'right' IN ROLE brickmarket_api`);
    await db.query(`CREATE ROLE ${stranger} LOGIN PASSWORD 'right'`);
    const trouble = async (DATABASE_API_URL: string) => (await doctor({ DATABASE_API_URL })).trouble;
    expect(await trouble(url(clerk, 'right'))).toEqual([]);
    expect(await trouble(url(clerk, 'wrong'))).toMatchObject([
      { check: 'logins', found: expect.stringMatching(/^DATABASE_API_URL: .*password authentication failed/) },
    ]);
    expect(await trouble(url(stranger, 'right'))).toMatchObject([
      { check: 'logins', found: expect.stringContaining('does not have the rights of brickmarket_api') },
    ]);
    expect((await doctor({ DATABASE_REPLICA_URLS: 'postgres://a@127.0.0.1:1/none' })).trouble).toMatchObject([
      { check: 'logins', found: expect.stringContaining('DATABASE_REPLICA_URLS (127.0.0.1:1)') },
    ]);
    await db.query(`DROP ROLE ${clerk}, ${stranger}`);
    expect(exitCode()).toBe(1);
  });

  it('greets the mail server', async () => {
    const mailbox = await TestMailbox.start();
    expect((await doctor(mailbox.settings)).trouble).toEqual([]);
    await mailbox.stop();
    expect((await doctor(mailbox.settings)).trouble).toMatchObject([
      { check: 'mail', state: 'fault', found: expect.stringContaining('ECONNREFUSED') },
    ]);
    expect(exitCode()).toBe(1);
  });

  it('looks for the snapshots once they are due', async () => {
    const SNAPSHOT_FOLDER = join(home, 'snapshots');
    expect((await doctor({ SNAPSHOT_FOLDER })).trouble).toEqual([]);
    await db.query(
      `INSERT INTO ops.data_kind (kind, version, changed_at) VALUES ('catalog', 1, now() - interval '3 hours')
       ON CONFLICT (kind) DO UPDATE SET changed_at = excluded.changed_at`,
    );
    expect((await doctor({ SNAPSHOT_FOLDER })).trouble).toMatchObject([{ check: 'snapshots', state: 'fault' }]);
    await mkdir(SNAPSHOT_FOLDER);
    expect((await doctor({ SNAPSHOT_FOLDER })).trouble).toMatchObject([
      { check: 'snapshots', found: expect.stringContaining('is empty') },
    ]);
    await writeFile(join(SNAPSHOT_FOLDER, 'file'), '');
    expect((await doctor({ SNAPSHOT_FOLDER })).trouble).toEqual([]);
    expect(exitCode()).toBe(1);
  });

  it('prints the SQL for a superuser when the owner may not make roles', async () => {
    const empty = await createUnmigratedDatabase();
    const name = `owner_${randomInt(1e9)}`;
    await db.query(`CREATE ROLE ${name} LOGIN PASSWORD 'right'`);
    const DATABASE_URL = Object.assign(new URL(empty.url), { username: name, password: 'right' }).href;
    expect((await doctor({ DATABASE_URL })).trouble).toMatchObject([
      { check: 'roles', advice: expect.stringContaining(`GRANT brickmarket_api TO ${name}`) },
      { check: 'migrations' },
    ]);
    await empty.drop();
    await db.query(`DROP ROLE ${name}`);
    expect(exitCode()).toBe(1);
  });

  it("tells the room on the database's disk where it can be seen, and says so where it cannot", async () => {
    const found = async (environment: NodeJS.ProcessEnv): Promise<string> =>
      (await doctor(environment)).findings.find(({ check }) => check === 'disk of the database')!.found;
    expect(await found({ DATABASE_DISK: home })).toMatch(/GB are free for .*brickmarket-doctor-/);
    // A server of this machine tells where its data is, if this user may look there.
    expect(await found({})).toMatch(/GB are free for |cannot be seen from here/);
  });

  it('names a schema that is too old, newer, and too new', async () => {
    await addNewerMigration(db);
    expect((await doctor()).trouble).toMatchObject([{ check: 'migrations', state: 'warning' }]);
    await db.query('DELETE FROM schema_migration WHERE timestamp = 9999999999999');
    await dropThisBuild(db);
    expect((await doctor()).trouble).toMatchObject([{ check: 'migrations', state: 'fault' }]);
    const empty = await createUnmigratedDatabase();
    expect((await doctor({ DATABASE_URL: empty.url })).trouble).toMatchObject([
      { check: 'migrations', advice: 'Run "brickmarket db migrate"' },
    ]);
    await empty.drop();
    expect(exitCode()).toBe(1);
  });

  it('names a misspelt variable, and a database that is not there', async () => {
    expect((await doctor({ DATABASE_UR: 'x' })).trouble).toMatchObject([
      { check: 'configuration', found: expect.stringContaining('DATABASE_UR') },
    ]);
    expect((await doctor({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).trouble).toMatchObject([
      { check: 'database', found: expect.stringContaining('cannot be reached') },
    ]);
    expect((await doctor({ DATABASE_URL: '' })).trouble).toMatchObject([
      { check: 'database', found: expect.stringContaining('there is no database in') },
    ]);
    expect(exitCode()).toBe(1);
  });
});
