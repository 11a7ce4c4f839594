import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insertAccount } from '../support/account-builders.ts';
import { ANOTHER_USER } from '../support/another-user.ts';
import { ApiProcess } from '../support/api-process.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { eventually, exitOf } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { withProgram } from '../support/programs.ts';
import { runCli } from '../support/run-cli.ts';
import { TestMarket } from '../support/test-market.ts';

/** PgBouncer in front of the test server. */
class Pooler {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    private readonly port: number,
  ) {}

  static async start(server: URL, poolMode: 'session' | 'transaction' = 'session'): Promise<Pooler> {
    const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
    chmodSync(folder, 0o755);
    const port = await freePort();
    const [user, password] = [decodeURIComponent(server.username), decodeURIComponent(server.password)];
    writeFileSync(join(folder, 'users.txt'), `"${user}" "${password}"\n`);
    writeFileSync(
      join(folder, 'pgbouncer.ini'),
      `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users.txt')}
pool_mode = ${poolMode}
${poolMode === 'transaction' ? 'ignore_startup_parameters = options' : ''}
default_pool_size = 60
`,
    );
    const child = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], { stdio: 'ignore', ...ANOTHER_USER });
    await eventually(
      'pgbouncer listens',
      () =>
        new Promise<boolean>((resolve) => {
          const socket = connect(port, '127.0.0.1', () => resolve(true));
          socket.once('error', () => resolve(false));
          socket.once('connect', () => socket.destroy());
        }),
    );
    return new Pooler(child, folder, port);
  }

  addressOf(direct: string): string {
    const url = new URL(direct);
    url.hostname = '127.0.0.1';
    url.port = String(this.port);
    return url.href;
  }

  async stop(): Promise<void> {
    this.child.kill('SIGKILL');
    await exitOf(this.child);
    rmSync(this.folder, { recursive: true });
  }
}

describe('behind PgBouncer', () => {
  const withPgbouncer = withProgram('pgbouncer', 'pgbouncer');

  withPgbouncer('in session mode the service migrates, values and answers as without it', async () => {
    const market = await TestMarket.create();
    const pooler = await Pooler.start(new URL(market.url));
    const pooled = pooler.addressOf(market.url);
    try {
      const refused = await runCli(['jobs', 'list'], { DATABASE_URL: pooled });
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('add ?pooler=session')]);

      const DATABASE_URL = `${pooled}?pooler=session`;
      expect(await runCli(['db', 'migrate'], { DATABASE_URL })).toMatchObject({ code: 0 });
      const itemId = await insertSet(market.db, { set_number: '1-1', msrp_cents: 1_000 });
      await market.sell({ itemId, day: '2026-10-01', priceCents: 900 });
      const worked = await runCli(['work', '--once'], { DATABASE_URL, BRICKMARKET_DEMO: 'off' });
      expect([worked.code, worked.stderr]).toEqual([0, '']);
      expect(await market.rows('SELECT items FROM market.valuation_run')).toEqual([{ items: 1 }]);

      const { key } = await insertAccount(market.db);
      const api = await ApiProcess.start(DATABASE_URL);
      const ask = (path: string) => fetch(`${api.url}/api/v1/${path}`, { headers: { authorization: `Bearer ${key}` } });
      await eventually('it is ready', async () => (await fetch(`${api.url}/readyz`)).ok);
      expect((await ask('set/1-1')).status).toBe(200);
      // Its role is taken on, as without a pooler.
      const roles = await market.rows<{ count: number }>(
        `SELECT count(*)::integer AS count FROM pg_stat_activity
         WHERE application_name = 'brickmarket-api' AND datname = current_database()`,
      );
      expect(roles[0]!.count).toBeGreaterThan(0);
      await api.stop();
    } finally {
      await pooler.stop();
      await market.close();
    }
  });

  const SERVERS = ['apps/api/dist/bundle/main.js', 'apps/account/dist/bundle/main.js'];
  const refusals = async (url: string): Promise<readonly string[]> => [
    ...(await Promise.all(
      SERVERS.map((script) =>
        ApiProcess.start(url, { ACCOUNT_PORT: '0', MIGRATE_ON_START: 'false' }, script).then(
          async (served) => (await served.stop(), 'it serves'),
          (error: Error) => error.message,
        ),
      ),
    )),
    ...(await Promise.all(
      [['work', '--once'], ['deliver'], ['db', 'migrate']].map(async (args) => {
        const { code, stderr } = await runCli(args, { DATABASE_URL: url, BRICKMARKET_DEMO: 'off' });
        return code === 0 ? 'it ended well' : stderr;
      }),
    )),
  ];

  withPgbouncer(
    'that its address does not name, every process ends at its start and names the right spelling',
    async () => {
      const market = await TestMarket.create();
      const pooler = await Pooler.start(new URL(market.url));
      const refused = await refusals(pooler.addressOf(market.url));
      expect(refused).toEqual(
        refused.map(() => expect.stringContaining('add ?pooler=session to the address') as unknown),
      );
      await pooler.stop();
      await market.close();
    },
  );

  withPgbouncer.each(['', '?pooler=session'])(
    'in transaction mode, with an address that ends in "%s", every process ends at its start and says why',
    async (query) => {
      const market = await TestMarket.create();
      const pooler = await Pooler.start(new URL(market.url), 'transaction');
      const refused = await refusals(`${pooler.addressOf(market.url)}${query}`);
      const said = query === '' ? 'add ?pooler=session to the address' : 'Set pool_mode = session';
      expect(refused).toEqual(refused.map(() => expect.stringContaining(said) as unknown));
      await pooler.stop();
      await market.close();
    },
  );

  it('in transaction mode it is refused with the reason', async () => {
    const run = await runCli(['jobs', 'list'], { DATABASE_URL: 'postgres://a:b@127.0.0.1/x?pooler=transaction' });
    expect(run).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('a pooler in transaction mode gives to others'),
    });
  });
});
