import type { ChildProcess } from 'node:child_process';
import { Deliverer } from '@brickmarket/operations';
import { DeliveryQueue, WebhookEndpoints } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { HttpWebhookSender } from '../../apps/cli/src/deliver/http-webhook-sender.ts';
import { insertAccount } from '../support/account-builders.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { eventually, exitOf } from '../support/eventually.ts';
import { ImportFolder } from '../support/import-folder.ts';
import { Receiver } from '../support/receivers.ts';
import { spawnCli } from '../support/run-cli.ts';
import { runHere } from '../support/run-here.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { TestMailbox } from '../support/test-mailbox.ts';

const HOUR = 3_600_000;
const ACCOUNT_URL = 'https://market.example/account';

interface LoggedDelivery {
  readonly message_id: string;
  readonly endpoint_id: number | null;
  readonly state: string;
  readonly attempts: readonly { readonly error: string | null }[];
}

describe('the owner of an account is told', () => {
  const folder = new ImportFolder();
  let testDatabase: TestDatabase;
  let database: Database;
  let stores: Stores;
  let mailbox: TestMailbox;
  let receiver: Receiver;
  let environment: NodeJS.ProcessEnv;
  let accountId: number;
  let email: string;
  let deliverer: ChildProcess | null = null;
  let said = '';

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await Database.connect({ url: testDatabase.url, applicationName: 'spec', poolSize: 4 });
    stores = new Stores(database);
    mailbox = await TestMailbox.start();
    receiver = await Receiver.start();
    environment = { DATABASE_URL: testDatabase.url, WEBHOOK_TARGETS: 'loopback', ACCOUNT_URL, ...mailbox.settings };
    ({ accountId } = await insertAccount(database.pool));
    const { rows } = await database.pool.query<{ email: string }>('SELECT email FROM access.account');
    email = rows[0]!.email;
  });
  afterEach(async () => {
    deliverer?.kill('SIGTERM');
    if (deliverer) expect(await exitOf(deliverer)).toEqual([0, null]);
    deliverer = null;
  });
  afterAll(async () => {
    await receiver.stop();
    await mailbox.stop();
    await database.close();
    await testDatabase.drop();
  });

  const startDeliverer = (): void => {
    deliverer = spawnCli(['deliver'], environment);
    deliverer.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString()));
  };
  const cli = async (...args: string[]): Promise<never> => {
    const { code, stdout, stderr } = await runHere([...args, '--account', email, '--json'], environment);
    expect([code, stderr]).toEqual([0, '']);
    return JSON.parse(stdout) as never;
  };
  const log = async (): Promise<readonly LoggedDelivery[]> => cli('webhooks', 'log');

  it('by mail, in words and with links; what the mail server refuses is said, and sent again as one mail', async () => {
    const drop = async (file: string, at: number, usd: string): Promise<void> => {
      const rows = ['1-1', '2-1'].map((set) => `retailer_a,${set},${new Date(at).toISOString()},${usd}\n`);
      const path = folder.write(file, `retailer,set_number,observed_at,price_usd\n${rows.join('')}`);
      expect(await runHere(['import', 'retail-prices', path], environment)).toMatchObject({ code: 0 });
    };
    await insertSet(database.pool, { set_number: '1-1', title: 'Castle' });
    await insertSet(database.pool, { set_number: '2-1', title: 'Moon Base' });
    await cli('rules', 'add', '--kind', 'price.dropped', '--below', '100', '--sets', '1-1,2-1', '--mail');
    await drop('before.csv', Date.now() - HOUR, '120.00');
    await drop('after.csv', Date.now() - HOUR / 2, '90.00');
    mailbox.isFull = true;
    startDeliverer();
    await eventually('it says so', () => said.includes(`mail to account ${accountId} was not sent: `));
    expect(said).toContain('the mailbox is full');
    mailbox.isFull = false;
    const { text } = await mailbox.take(email);
    expect(text).toMatch(/^Subject: 2 alerts\r$/m);
    expect(text.split('\r\n').slice(-9)).toEqual([
      '1-1 Castle: $90.00 at Retailer A, down from $120.00',
      `${ACCOUNT_URL}/sets/1-1`,
      '',
      '2-1 Moon Base: $90.00 at Retailer A, down from $120.00',
      `${ACCOUNT_URL}/sets/2-1`,
      '',
      `Your inbox: ${ACCOUNT_URL}/alerts`,
      `What you are told about, and where: ${ACCOUNT_URL}/alerts/rules`,
      '',
    ]);
    await eventually('both are delivered', async () => (await log()).every(({ state }) => state === 'delivered'));
    const refusedOnce = [{ error: expect.stringContaining('the mailbox is full') }, { error: null }];
    expect(await log()).toMatchObject([
      { endpoint_id: null, attempts: refusedOnce },
      { endpoint_id: null, attempts: refusedOnce },
    ]);
    expect(mailbox.received).toEqual([]);
  });

  it('that an endpoint is off after five days of failures; switched on again, it gets what it missed', async () => {
    let isDown = true;
    const url = receiver.at('/down', (response) => response.writeHead(isDown ? 500 : 204).end());
    const { id } = (await cli('webhooks', 'add', url)) as { id: number };
    const endpoint = async (): Promise<Record<string, unknown>> =>
      ((await cli('webhooks', 'list')) as Record<string, unknown>[])[0]!;
    // A clock that goes through the past five days, so that the present is the moment of the last attempt.
    const start = Date.now() - 5 * 24 * HOUR - 60_000;
    let at = start;
    const clock = { now: () => new Date(at) };
    const past = new Deliverer({
      queue: stores.get(DeliveryQueue),
      sender: new HttpWebhookSender({ targets: 'loopback' }),
      mailer: { isAvailable: false, send: () => Promise.reject(new Error('not in the past')) },
      accountUrl: ACCOUNT_URL,
      clock,
      report: () => undefined,
    });
    for (let day = 0; day < 5; day++) {
      at = start + day * 24 * HOUR;
      await stores.get(WebhookEndpoints).test(accountId, id, clock.now());
      for (const hours of [0, 0.01, 0.2, 1, 4, 10, 22]) {
        at = start + (day * 24 + hours) * HOUR;
        await past.round();
        await past.settled();
      }
    }
    expect(await endpoint()).toMatchObject({ failing_since: new Date(start).toISOString(), disabled_at: null });
    startDeliverer();
    const told = await mailbox.take(email);
    const reason = `no delivery was accepted since ${new Date(start).toISOString()}`;
    expect(told.text).toContain(`The endpoint ${url} was switched off: ${reason}`);
    expect(told.text).toContain(`${ACCOUNT_URL}/alerts/endpoints/${id}`);
    expect(await endpoint()).toMatchObject({ disabled_at: expect.any(String), disabled_reason: reason });
    const missed = (await log()).filter(({ endpoint_id: to }) => to === id);
    expect(missed.map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => 'failed'));
    const sentWhileOn = receiver.of('/down').length;
    expect(await cli('webhooks', 'replay', '--failed')).toEqual({ replayed: 5 });
    isDown = false;
    expect(receiver.of('/down')).toHaveLength(sentWhileOn);
    expect(await cli('webhooks', 'resume', String(id))).toEqual({ id });
    await eventually('all that it missed arrives', () => receiver.of('/down').length === sentWhileOn + 5);
    const ids = receiver.of('/down').map(({ headers }) => headers['webhook-id']!);
    expect(new Set(ids.slice(-5))).toEqual(new Set(missed.map(({ message_id: message }) => message)));
    await eventually('it works again', async () => (await endpoint())['failing_since'] === null);
    expect(await endpoint()).toMatchObject({ disabled_at: null, disabled_reason: null });
  });
});
