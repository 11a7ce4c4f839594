import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Pool } from 'pg';
import { ApiProcess } from '../support/api-process.ts';
import { eventually, exitOf } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { withProgram } from '../support/programs.ts';
import { RestartablePostgres } from '../support/restartable-postgres.ts';
import { runCli, spawnCli } from '../support/run-cli.ts';

/** The steps of the compose files on a server without containers: secrets, owner, migrations, processes. */
describe('the logins of a deployment', () => {
  const folder = mkdtempSync(join(tmpdir(), 'logins-'));
  const secrets = join(folder, 'secrets');
  let postgres: RestartablePostgres;

  beforeAll(async () => {
    postgres = await RestartablePostgres.start();
    for (const script of ['make-secrets.sh', 'make-certificates.sh']) cpSync(`docker/${script}`, join(folder, script));
    execFileSync(join(folder, 'make-secrets.sh'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await postgres.remove();
  });

  const secret = (name: string): string => readFileSync(join(secrets, name), 'utf8').trim();
  /** The same login at this server, which has no TLS: database-tls.full.spec.ts is about that. */
  const here = (name: string): string => {
    const url = new URL(secret(name));
    const { hostname, port } = new URL(postgres.url);
    url.hostname = hostname;
    url.port = port;
    url.search = '';
    return url.href;
  };

  /** As images of PostgreSQL have it: the superuser is called postgres, and `brickmarket` is nobody yet. */
  async function withSuperuserPostgres(): Promise<URL> {
    const first = new Client({ connectionString: postgres.url });
    await first.connect();
    await first.query(`CREATE ROLE postgres SUPERUSER LOGIN PASSWORD '${secret('superuser-password')}'`);
    await first.end();
    const url = new URL(postgres.url);
    url.username = 'postgres';
    url.password = secret('superuser-password');
    const second = new Client({ connectionString: url.href });
    await second.connect();
    await second.query('ALTER ROLE brickmarket RENAME TO bootstrap');
    await second.end();
    return url;
  }

  it('are made once, each with its own password, in a folder that is closed to others', () => {
    const before = secret('owner-url');
    execFileSync(join(folder, 'make-secrets.sh'));
    expect(secret('owner-url')).toBe(before);
    expect(statSync(secrets).mode & 0o777).toBe(0o700);
    const urls = ['owner-url', 'api-url', 'account-url', 'deliver-url'].map((name) => new URL(secret(name)));
    expect(urls.map(({ username }) => username)).toEqual([
      'brickmarket',
      'brickmarket_api',
      'brickmarket_account',
      'brickmarket_deliver',
    ]);
    expect(new Set(urls.map(({ password }) => password)).size).toBe(4);
    for (const { password } of urls) expect(password).toMatch(/^[A-Za-z0-9]{40}$/);
  });

  withProgram('psql', 'postgresql-client')(
    'are enough for every process: an owner that is no superuser migrates, the others only serve',
    async () => {
      const server = await withSuperuserPostgres();
      const address = `host=${server.hostname} port=${server.port} user=postgres dbname=postgres`;
      // Again after a restart that came in between.
      for (let run = 0; run < 2; run++)
        execFileSync('docker/create-owner.sh', [address], { env: { ...process.env, SECRETS: secrets }, stdio: 'pipe' });
      const files: Record<string, string> = {};
      for (const [variable, name] of [
        ['DATABASE_URL', 'owner-url'],
        ['DATABASE_API_URL', 'api-url'],
        ['DATABASE_ACCOUNT_URL', 'account-url'],
        ['DATABASE_DELIVER_URL', 'deliver-url'],
      ] as const) {
        files[`${variable}_FILE`] = join(folder, name);
        writeFileSync(files[`${variable}_FILE`]!, `${here(name)}\n`);
      }
      for (let run = 0; run < 2; run++)
        expect(await runCli(['db', 'migrate', '--logins'], files)).toMatchObject({ code: 0, stderr: '' });
      // As the runbook says: with the address of the owner alone.
      const doctor = await runCli(['doctor'], { DATABASE_URL_FILE: files['DATABASE_URL_FILE'] });
      expect([doctor.code, doctor.stdout]).toEqual([0, expect.not.stringMatching(/^fault/m)]);

      // A second deployment on the same server, with passwords of its own.
      const superuser = new Client({ connectionString: server.href });
      await superuser.connect();
      await superuser.query('CREATE DATABASE second OWNER brickmarket');
      await superuser.end();
      const ofSecond = (name: string, password: string): string =>
        Object.assign(new URL(here(name)), { pathname: '/second', password }).href;
      const second = {
        DATABASE_URL: ofSecond('owner-url', secret('owner-password')),
        DATABASE_API_URL: ofSecond('api-url', 'other'),
      };
      expect(await runCli(['db', 'migrate', '--logins'], second)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('also serve the database brickmarket of this server'),
      });
      expect(await runCli(['db', 'migrate', '--logins'], files)).toMatchObject({ code: 0, stderr: '' });
      const asShop = (url: string): string =>
        Object.assign(new URL(url), { username: 'shop_api', password: 'other', search: '?roles=shop' }).href;
      const withOwnRoles = {
        DATABASE_URL: `${second.DATABASE_URL}?roles=shop`,
        DATABASE_API_URL: asShop(second.DATABASE_API_URL),
      };
      expect(await runCli(['db', 'migrate', '--logins'], withOwnRoles)).toMatchObject({ code: 0 });
      expect(await runCli(['doctor'], withOwnRoles)).toMatchObject({ code: 0 });
      const shop = await ApiProcess.start(withOwnRoles.DATABASE_URL, withOwnRoles);
      await eventually('the second deployment is ready', async () => (await fetch(`${shop.url}/readyz`)).ok);
      await shop.stop();
      const trespasser = new Client({ connectionString: asShop(here('api-url')) });
      await trespasser.connect();
      await expect(trespasser.query('SELECT FROM catalog.lego_set')).rejects.toThrow('permission denied');
      await trespasser.end();

      const owner = new Client({ connectionString: here('owner-url') });
      await owner.connect();
      expect((await owner.query(`SELECT rolsuper FROM pg_roles WHERE rolname = current_user`)).rows).toEqual([
        { rolsuper: false },
      ]);
      await owner.end();
      const api = new Pool({ connectionString: here('api-url'), max: 1 });
      await expect(api.query('SELECT FROM source.market_sale')).rejects.toThrow('permission denied');
      await expect(api.query('SET ROLE brickmarket')).rejects.toThrow('permission denied');
      await api.end();

      const service = await ApiProcess.start('', {
        DATABASE_API_URL_FILE: files['DATABASE_API_URL_FILE'],
        MIGRATE_ON_START: 'false',
      });
      await eventually('the API is ready', async () => (await fetch(`${service.url}/readyz`)).ok);
      await service.stop();

      for (const [command, variable, login] of [
        ['deliver', 'DELIVER_METRICS_PORT', 'DATABASE_DELIVER_URL_FILE'],
        ['work', 'WORK_METRICS_PORT', 'DATABASE_URL_FILE'],
      ] as const) {
        const port = String(await freePort());
        const environment = { [login]: files[login], [variable]: port, BRICKMARKET_DEMO: 'off' };
        const child = spawnCli([command], environment);
        // As the health check of its container asks.
        await eventually(`${command} works`, () =>
          fetch(`http://127.0.0.1:${port}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          ),
        );
        // It waits for two seconds, which a busy machine may need for less than an answer.
        await eventually(
          'its health check passes',
          () => spawnSync(process.execPath, ['docker/healthcheck.mjs', port]).status === 0,
        );
        child.kill('SIGTERM');
        expect(await exitOf(child)).toEqual([0, null]);
      }
    },
  );
});
