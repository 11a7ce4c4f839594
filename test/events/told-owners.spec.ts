import type { ChildProcess } from 'node:child_process';
import { EventKinds } from '@brickmarket/alerts';
import { systemClock } from '@brickmarket/domain';
import { DEFAULT_DELIVERER, Deliverer, type DelivererContext } from '@brickmarket/operations';
import { DeliveryQueue, WebhookEndpoints } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { HttpWebhookSender } from '../../apps/cli/src/deliver/http-webhook-sender.ts';
import { SMTP_CONNECTIONS, SMTP_LIMITS, SmtpMailer } from '../../libs/service-runtime/src/smtp-mailer.ts';
import { insertAccount } from '../support/account-builders.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { defaultBrickfolio, insertHolding } from '../support/portfolio-builders.ts';
import { insertValue } from '../support/value-builders.ts';
import { eventually, exitOf } from '../support/eventually.ts';
import { HangingMailServer } from '../support/hanging-mail-server.ts';
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
    deliverer.stdout!.on('data', (chunk: Buffer) => (said += chunk.toString()));
  };
  const cli = async (...args: string[]): Promise<never> => {
    const { code, stdout, stderr } = await runHere([...args, '--account', email, '--json'], environment);
    expect([code, stderr]).toEqual([0, '']);
    return JSON.parse(stdout) as never;
  };
  const log = async (): Promise<readonly LoggedDelivery[]> => cli('webhooks', 'log');
  /** One in this process, whose clock and mail the test chooses. */
  const delivererHere = (context: Partial<DelivererContext>, settings = DEFAULT_DELIVERER): Deliverer =>
    new Deliverer(
      {
        kinds: new EventKinds(),
        queue: stores.get(DeliveryQueue),
        sender: new HttpWebhookSender({ targets: 'loopback' }),
        mailer: { isAvailable: false, send: () => Promise.reject(new Error('mail is off')) },
        accountUrl: ACCOUNT_URL,
        clock: systemClock,
        report: () => undefined,
        ...context,
      },
      settings,
    );
  const endpoint = async (id: number): Promise<Record<string, unknown>> =>
    ((await cli('webhooks', 'list')) as Record<string, unknown>[]).find((one) => one['id'] === id)!;
  /** An endpoint at a path that has answered a test. */
  const verifiedEndpoint = async (url: string): Promise<number> => {
    const { id } = (await cli('webhooks', 'add', url)) as { id: number };
    await database.pool.query('UPDATE events.endpoint SET verified_at = now() WHERE id = $1', [id]);
    return id;
  };
  /** Mail that is due for new accounts: each is notified that a month is published. */
  const mailFor = async (accounts: number): Promise<void> => {
    await database.pool.query(
      `WITH account AS (
         INSERT INTO access.account (email, plan)
         SELECT 'mail' || gen_random_uuid() || '@example.com', 'free' FROM generate_series(1, $1) RETURNING id
       ), event AS (
         INSERT INTO events.event (kind, subject, cause, occurred_at, facts)
         VALUES ('month.published', 'market', gen_random_uuid(), now(), '{"month": "2026-10"}') RETURNING id
       )
       INSERT INTO events.delivery (account_id, event_id, rule_ids, due_at)
       SELECT account.id, event.id, '{1}', now() FROM account, event`,
      [accounts],
    );
  };
  const attemptedMails = async (): Promise<{ sent: number; failed: number; most: number; running: number }> =>
    (
      await database.pool.query(
        `SELECT (count(*) FILTER (WHERE d.state = 'delivered'))::integer AS sent,
           (count(*) FILTER (WHERE d.failures > 0))::integer AS failed,
           coalesce(max((SELECT count(*) FROM events.attempt a WHERE a.delivery_id = d.id)), 0)::integer AS most,
           (count(*) FILTER (WHERE d.leased_until IS NOT NULL))::integer AS running
         FROM events.delivery d JOIN access.account o ON o.id = d.account_id
         WHERE d.endpoint_id IS NULL AND o.email LIKE 'mail%'`,
      )
    ).rows[0] as never;

  it('by mail, in words and with links; what the mail server refuses is said, and sent again as one mail', async () => {
    const drop = async (file: string, at: number, usd: string): Promise<void> => {
      const rows = ['1-1', '2-1'].map((set) => `retailer_a,${set},${new Date(at).toISOString()},${usd}\n`);
      const path = folder.write(file, `retailer,set_number,observed_at,price_usd\n${rows.join('')}`);
      expect(await runHere(['import', 'retail-prices', path], environment)).toMatchObject({ code: 0 });
    };
    const castle = await insertSet(database.pool, { set_number: '1-1', title: 'Castle' });
    await insertSet(database.pool, { set_number: '2-1', title: 'Moon Base' });
    await insertValue(database.pool, castle, 'sealed', { value_cents: 15_000 });
    const shelf = await defaultBrickfolio(database.pool, accountId);
    await insertHolding(database.pool, shelf, '1-1', { quantity: 2, purchase_price_cents: 10_000 });
    await cli('rules', 'add', '--type', 'price.dropped', '--below', '100', '--sets', '1-1,2-1', '--mail');
    await drop('before.csv', Date.now() - HOUR, '120.00');
    await drop('after.csv', Date.now() - HOUR / 2, '90.00');
    mailbox.isFull = true;
    startDeliverer();
    await eventually('it says so', () => said.includes('mail was not sent: '));
    const line = said.split('\n').find((one) => one.includes('mail was not sent'))!;
    expect(JSON.parse(line)).toMatchObject({
      level: 'warn',
      process: 'deliver',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      msg: expect.stringContaining('the mailbox is full'),
      accountId,
      deliveryId: expect.any(Number),
      eventId: expect.any(Number),
    });
    mailbox.isFull = false;
    const { text } = await mailbox.take(email);
    expect(text).toMatch(/^Subject: 2 alerts\r$/m);
    expect(text.split('\r\n').slice(-12)).toEqual([
      '1-1 Castle: $90.00 at Retailer A, down from $120.00',
      'You have 2 sealed; you paid $200.00. Sold on BrickLink, all 2 leave you $279.54 (+$79.54).',
      expect.stringMatching(/^Rule: /),
      `${ACCOUNT_URL}/sets/1-1`,
      '',
      '2-1 Moon Base: $90.00 at Retailer A, down from $120.00',
      expect.stringMatching(/^Rule: /),
      `${ACCOUNT_URL}/sets/2-1`,
      '',
      `Your inbox: ${ACCOUNT_URL}/alerts`,
      `Change what you are alerted about: ${ACCOUNT_URL}/alerts/rules`,
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
    const id = await verifiedEndpoint(url);
    // A clock that goes through the past five days, so that the present is the moment of the last attempt.
    const start = Date.now() - 5 * 24 * HOUR - 60_000;
    let at = start;
    const clock = { now: () => new Date(at) };
    const past = delivererHere({ clock });
    for (let day = 0; day < 5; day++) {
      at = start + day * 24 * HOUR;
      await stores.get(WebhookEndpoints).test(accountId, id, clock.now());
      for (const hours of [0, 0.01, 0.2, 1, 4, 10, 22]) {
        at = start + (day * 24 + hours) * HOUR;
        await past.round();
        await past.settled();
      }
    }
    expect(await endpoint(id)).toMatchObject({ failing_since: new Date(start).toISOString(), disabled_at: null });
    startDeliverer();
    const told = await mailbox.take(email);
    const reason = `no delivery was accepted since ${new Date(start).toISOString()}`;
    expect(told.text).toContain(`The endpoint ${url} was switched off: ${reason}`);
    expect(told.text).toContain(`${ACCOUNT_URL}/alerts/endpoints/${id}`);
    expect(await endpoint(id)).toMatchObject({ disabled_at: expect.any(String), disabled_reason: reason });
    const missed = (await log()).filter(({ endpoint_id: to }) => to === id);
    expect(missed.map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => 'failed'));
    const sentWhileOn = receiver.of('/down').length;
    expect(await cli('webhooks', 'replay', '--failed')).toMatchObject({ replayed: 5 });
    isDown = false;
    expect(receiver.of('/down')).toHaveLength(sentWhileOn);
    expect(await cli('webhooks', 'resume', String(id))).toEqual({ id });
    await eventually('all that it missed arrives', () => receiver.of('/down').length === sentWhileOn + 5);
    const ids = receiver.of('/down').map(({ headers }) => headers['webhook-id']!);
    expect(new Set(ids.slice(-5))).toEqual(new Set(missed.map(({ message_id: message }) => message)));
    await eventually('it works again', async () => (await endpoint(id))['failing_since'] === null);
    expect(await endpoint(id)).toMatchObject({ disabled_at: null, disabled_reason: null });
  });

  it('nothing of an endpoint that failed for a day once and fails again weeks later: it stays on', async () => {
    let isDown = true;
    const id = await verifiedEndpoint(
      receiver.at('/rarely', (response) => response.writeHead(isDown ? 500 : 204).end()),
    );
    const start = Date.now() - 40 * 24 * HOUR;
    let at = start;
    // What was sent later than this says nothing about what may be sent now.
    await database.pool.query('DELETE FROM events.send_allowance');
    const past = delivererHere({ clock: { now: () => new Date(at) } });
    const attempt = async (hours: number): Promise<Record<string, unknown>> => {
      at = start + hours * HOUR;
      await past.round();
      await past.settled();
      return endpoint(id);
    };
    const send = () => stores.get(WebhookEndpoints).test(accountId, id, new Date(at));
    await send();
    for (const hours of [0, 0.01, 0.2, 1, 4, 10, 21]) await attempt(hours);
    expect(await attempt(33)).toMatchObject({ failing_since: new Date(start).toISOString(), disabled_at: null });
    // All its attempts are over. Three weeks of silence, and a single failure.
    at = start + 33 * HOUR + 21 * 24 * HOUR;
    const again = new Date(at).toISOString();
    await send();
    expect(await attempt(33 + 21 * 24)).toMatchObject({ failing_since: again, disabled_at: null });
    isDown = false;
    expect(await attempt(34 + 21 * 24)).toMatchObject({ failing_since: null, disabled_at: null });
    await cli('webhooks', 'remove', String(id));
  });

  it('by webhook once, although the database could not record for a while that it was accepted', async () => {
    const other = await Database.connect({
      url: testDatabase.url,
      applicationName: 'deliver',
      role: 'brickmarket_deliver',
      poolSize: 3,
    });
    const id = await verifiedEndpoint(receiver.at('/unrecorded'));
    const lines: string[] = [];
    const stopping = new AbortController();
    const queue = new Stores(other).get(DeliveryQueue);
    await database.pool.query('REVOKE INSERT ON events.attempt FROM brickmarket_deliver');
    const running = delivererHere({ queue, report: ({ message }) => lines.push(message) }).run(stopping.signal);
    await stores.get(WebhookEndpoints).test(accountId, id, new Date());
    await eventually('it says so', () => lines.some((line) => line.endsWith('trying again')));
    await database.pool.query('GRANT INSERT ON events.attempt TO brickmarket_deliver');
    await eventually('it is recorded', async () =>
      (await log()).some(({ endpoint_id: to, state }) => to === id && state === 'delivered'),
    );
    expect(receiver.of('/unrecorded')).toHaveLength(1);
    stopping.abort();
    await running;
    await other.close();
    await cli('webhooks', 'remove', String(id));
  });

  it('by webhook while the mail server hangs, which holds up mail alone; no mail is begun twice', async () => {
    expect(2 * SMTP_LIMITS.mailMs).toBeLessThanOrEqual(DEFAULT_DELIVERER.mailLeaseMs);
    const server = await HangingMailServer.start();
    const mailer = new SmtpMailer(server.settings, { answerMs: 50_000, mailMs: 3_000 });
    const id = await verifiedEndpoint(receiver.at('/meanwhile'));
    // More mail than there are slots of any kind.
    await mailFor(300);
    const stopping = new AbortController();
    const running = delivererHere({ mailer }).run(stopping.signal);
    await eventually('the mail server has all connections it gets', () => server.held === SMTP_CONNECTIONS);
    for (let count = 0; count < 10; count++) await stores.get(WebhookEndpoints).test(accountId, id, new Date());
    await eventually('all webhooks arrive', () => receiver.of('/meanwhile').length === 10);
    await eventually('the first mails are given up', async () => (await attemptedMails()).failed >= SMTP_CONNECTIONS);
    stopping.abort();
    await running;
    expect(await attemptedMails()).toMatchObject({ sent: 0, running: 0, most: 1 });
    mailer.close();
    await server.stop();
    await cli('webhooks', 'remove', String(id));
    await database.pool.query('DELETE FROM events.delivery WHERE endpoint_id IS NULL');
  });

  it('by mail once, when several processes deliver and the mail server is slow', async () => {
    mailbox.delayMs = 100;
    await mailFor(40);
    const settings = { smtpUrl: mailbox.settings.SMTP_URL, from: mailbox.settings.MAIL_FROM };
    const stopping = new AbortController();
    const others = await Promise.all(
      [1, 2].map((n) => Database.connect({ url: testDatabase.url, applicationName: `deliver ${n}`, poolSize: 3 })),
    );
    const mailers = others.map(() => new SmtpMailer(settings));
    const running = others.map((other, index) =>
      delivererHere({ queue: new Stores(other).get(DeliveryQueue), mailer: mailers[index]! }).run(stopping.signal),
    );
    await eventually('all are sent', async () => (await attemptedMails()).sent === 40);
    stopping.abort();
    await Promise.all(running);
    const to = mailbox.received.map((mail) => mail.to);
    expect([to.length, new Set(to).size]).toEqual([40, 40]);
    for (const mailer of mailers) mailer.close();
    await Promise.all(others.map((other) => other.close()));
    mailbox.delayMs = 0;
    mailbox.received.length = 0;
  });
});
