import { Pool } from 'pg';
import { insertAccount } from '../support/account-builders.ts';
import { ApiProcess } from '../support/api-process.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { eventually } from '../support/eventually.ts';
import { OWN_SERVERS, type OwnPostgres } from '../support/own-postgres.ts';
import { runCli } from '../support/run-cli.ts';

describe.each(OWN_SERVERS)('a rented PostgreSQL %d, whose owner is no superuser', (_version, start) => {
  let server: OwnPostgres;
  let superuser: Pool;

  beforeAll(async () => {
    server = await start();
    superuser = new Pool({ connectionString: server.url, max: 1 });
  });
  afterAll(async () => {
    await superuser.end();
    await server.stop();
  });

  const rent = async (name: string, rights: string): Promise<string> => {
    await superuser.query(`CREATE ROLE ${name} LOGIN ${rights} PASSWORD 'rented'`);
    await superuser.query(`CREATE DATABASE ${name} OWNER ${name}`);
    const url = new URL(server.url);
    Object.assign(url, { username: name, password: 'rented', pathname: `/${name}` });
    return url.href;
  };
  const serves = async (url: string): Promise<void> => {
    const db = new Pool({ connectionString: url, max: 1 });
    await insertSet(db, { set_number: '1-1', msrp_cents: 1_000 });
    const { key } = await insertAccount(db);
    await db.end();
    const api = await ApiProcess.start(url);
    await eventually('it is ready', async () => (await fetch(`${api.url}/readyz`)).ok);
    const answer = await fetch(`${api.url}/api/v1/set/1-1`, { headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
    await api.stop();
  };

  // First, while nobody has made the roles yet.
  it('is told the SQL for somebody else when it may not make roles, by doctor too, and serves afterwards', async () => {
    const DATABASE_URL = await rent('plain', '');
    const doctor = await runCli(['doctor'], { DATABASE_URL });
    const migrated = await runCli(['db', 'migrate'], { DATABASE_URL });
    expect([doctor.code, migrated.code]).toEqual([1, 1]);
    const sql = migrated.stderr.slice(migrated.stderr.indexOf('CREATE ROLE'));
    expect(sql.match(/^GRANT brickmarket_(api|account|deliver) TO plain\b.*;$/gm)).toHaveLength(3);
    expect(doctor.stdout).toContain(sql.trim());
    await superuser.query(sql);
    expect(await runCli(['db', 'migrate'], { DATABASE_URL })).toMatchObject({ code: 0, stderr: '' });
    await serves(DATABASE_URL);
  });

  it('serves by its one address when it may make roles', async () => {
    await superuser.query('DROP DATABASE IF EXISTS plain');
    await superuser.query('DROP ROLE brickmarket_api, brickmarket_account, brickmarket_deliver');
    const DATABASE_URL = await rent('shop', 'CREATEROLE');
    expect(await runCli(['db', 'migrate'], { DATABASE_URL })).toMatchObject({ code: 0, stderr: '' });
    await serves(DATABASE_URL);
    const doctor = await runCli(['doctor'], { DATABASE_URL });
    expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringMatching(/^ok +logins/m)]);
  });
});
