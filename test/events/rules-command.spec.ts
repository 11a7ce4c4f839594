import { Pool } from 'pg';
import { insertAccount } from '../support/account-builders.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { eventually, exitOf } from '../support/eventually.ts';
import { ImportFolder } from '../support/import-folder.ts';
import { Receiver } from '../support/receivers.ts';
import { type CliResult, spawnCli } from '../support/run-cli.ts';
import { runHere } from '../support/run-here.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const DAY = 86_400_000;

describe('rules, events and webhooks on the command line', () => {
  const folder = new ImportFolder();
  let database: TestDatabase;
  let db: Pool;
  let [ann, bob] = ['', ''];

  beforeAll(async () => {
    database = await createTestDatabase();
    db = new Pool({ connectionString: database.url, max: 2 });
    await insertSet(db, { set_number: '1-1', title: 'Castle' });
    for (const _ of [1, 2]) await insertAccount(db);
    const { rows } = await db.query<{ email: string }>('SELECT email FROM access.account ORDER BY id');
    [ann, bob] = rows.map(({ email }) => email) as [string, string];
  });
  afterAll(async () => {
    await db.end();
    await database.drop();
  });

  const cli = (...args: string[]): Promise<CliResult> =>
    runHere(args, { DATABASE_URL: database.url, WEBHOOK_TARGETS: 'loopback' });
  const importPrices = async (name: string, prices: readonly (readonly [Date, number])[]): Promise<void> => {
    const rows = prices.map(([at, cents]) => `retailer_a,1-1,${at.toISOString()},${(cents / 100).toFixed(2)}\n`);
    const file = folder.write(name, `retailer,set_number,observed_at,price_usd\n${rows.join('')}`);
    expect(await cli('import', 'retail-prices', file, '--json')).toMatchObject({ code: 0 });
  };
  const rule = ['--type', 'price.dropped', '--below', '100', '--sets', '1-1', '--rearm-minutes', '0'];

  it('try a rule on the past year: a price that wobbled by a cent around the limit would have fired once', async () => {
    const start = Date.now() - 300 * DAY;
    const wobble = Array.from(
      { length: 200 },
      (_, hour) => [new Date(start + hour * 3_600_000), hour % 2 === 0 ? 10_001 : 10_000] as const,
    );
    await importPrices('wobble.csv', wobble);
    const { stdout } = await cli('rules', 'try', '--account', ann, ...rule);
    expect(stdout).toContain('would have fired once in the past year; here:');
    expect(stdout).toContain('1-1 Castle: $100.00 at Retailer A, down from $100.01');
    const low = await cli('rules', 'try', '--account', ann, '--type', 'price.all_time_low', '--sets', '1-1', '--json');
    expect(JSON.parse(low.stdout)).toMatchObject({ count: 1, events: [{ type: 'price.all_time_low' }] });
    const none = await cli('rules', 'try', '--account', bob, '--kind', 'price.dropped');
    expect(none.stdout).toBe('would have fired 0 times in the past year\n');
  });

  it('add, list and remove rules; refuse what makes no sense, by saying what', async () => {
    const added = await cli('rules', 'add', '--account', ann, ...rule, '--mail', '--quiet', '22:00-07:00', '--json');
    const { id } = JSON.parse(added.stdout) as { id: number };
    expect((await cli('rules', 'list', '--account', ann)).stdout).toContain('price.dropped');
    expect((await cli('rules', 'list', '--account', bob)).stdout).toBe('(none)\n');
    expect(await cli('rules', 'remove', String(id), '--account', bob)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`has no rule ${id}`),
    });
    for (const [wrong, why] of [
      [['--type', 'nothing'], '--type must be one of'],
      [['--type', 'price.dropped', '--below', 'cheap'], 'must be a price'],
      [['--type', 'price.dropped', '--sets', '9-9'], 'set 9-9 is not in the catalog'],
      [['--type', 'month.published', '--sets', '1-1'], 'is not about sets'],
      [['--type', 'price.dropped', '--endpoint', '999'], 'endpoint 999 not found'],
      [['--type', 'price.dropped', '--quiet', '25:00-07:00'], '--quiet takes times'],
      [['--type', 'price.dropped', '--time-zone', 'Mars'], 'time zone must be'],
    ] as const)
      expect(await cli('rules', 'add', '--account', ann, ...wrong)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(why),
      });
    expect(await cli('webhooks', 'add', 'http://shop.example/', '--account', ann)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('must begin with https://'),
    });
    expect(await cli('rules', 'remove', String(id), '--account', ann)).toMatchObject({ code: 0 });
  });

  it('pause rules and endpoints and let them go on, of one account alone, and show which are paused', async () => {
    const json = async (...args: string[]): Promise<never> => {
      const { stdout } = await cli(...args, '--account', ann, '--json');
      return JSON.parse(stdout) as never;
    };
    const ids = {
      rules: ((await json('rules', 'add', ...rule)) as { id: number }).id,
      webhooks: ((await json('webhooks', 'add', 'https://shop.example/')) as { id: number }).id,
    };
    for (const [group, state, noun] of [
      ['rules', 'paused_at', 'rule'],
      ['webhooks', 'disabled_at', 'endpoint'],
    ] as const) {
      const id = String(ids[group]);
      expect(await cli(group, 'pause', id, '--account', bob)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`${bob} has no ${noun} ${id}`),
      });
      expect((await cli(group, 'list', '--account', ann)).stdout).not.toContain('paused');
      expect(await cli(group, 'pause', id, '--account', ann)).toMatchObject({ stdout: `paused ${noun} ${id}\n` });
      expect((await cli(group, 'list', '--account', ann)).stdout).toContain('paused');
      expect(await json(group, 'resume', id)).toEqual({ id: ids[group] });
      expect(await json(group, 'list')).toMatchObject([{ id: ids[group], [state]: null }]);
    }
    await cli('rules', 'remove', String(ids.rules), '--account', ann);
  });

  it('listen: forwards new alerts of the account, signed, while the deliverer makes them', async () => {
    const receiver = await Receiver.start();
    await cli('rules', 'add', '--account', ann, ...rule);
    const environment = { DATABASE_URL: database.url };
    const listener = spawnCli(['events', 'listen', '--account', ann, '--forward', receiver.at('/hook')], environment);
    let said = '';
    listener.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await eventually('it listens', () => said.includes('whsec_'));
    const deliverer = spawnCli(['deliver'], environment);
    const now = Date.now();
    await importPrices('up.csv', [[new Date(now - 2_000), 12_000]]);
    await importPrices('down.csv', [[new Date(now - 1_000), 9_000]]);
    await eventually('it is forwarded', () => receiver.of('/hook').length === 1);
    for (const child of [listener, deliverer]) {
      child.kill('SIGTERM');
      expect(await exitOf(child)).toEqual([0, null]);
    }
    await receiver.stop();
    expect(JSON.parse(receiver.of('/hook')[0]!.body)).toMatchObject({
      type: 'price.dropped',
      data: { set_number: '1-1', previous_price_usd: 120, price_usd: 90 },
    });
    for (const option of ['--type', '--kind']) {
      const listed = await cli('events', 'list', option, 'price.dropped', '--json');
      expect(JSON.parse(listed.stdout)).toHaveLength(1);
    }
  });
});
