import type { ChildProcess } from 'node:child_process';
import { createSigningSecrets, publicKeyOf } from '@brickmarket/alerts';
import { Pool } from 'pg';
import { Webhook } from 'standardwebhooks';
import { insertAccount } from '../support/account-builders.ts';
import { eventually, exitOf } from '../support/eventually.ts';
import { NameServer, Receiver } from '../support/receivers.ts';
import { spawnCli } from '../support/run-cli.ts';
import { runHere } from '../support/run-here.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

interface Attempt {
  readonly status: number | null;
  readonly error: string | null;
  readonly excerpt: string | null;
}

const NOT_PUBLIC = /^the host has no address that this service sends to|^this service sends to public addresses only/;

describe('deliver', () => {
  let database: TestDatabase;
  let db: Pool;
  let receiver: Receiver;
  let names: NameServer;
  let email: string;
  const deliverers: ChildProcess[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    db = new Pool({ connectionString: database.url, max: 2 });
    receiver = await Receiver.start();
    names = await NameServer.start();
    const { accountId } = await insertAccount(db);
    email = (await db.query<{ email: string }>('SELECT email FROM access.account WHERE id = $1', [accountId])).rows[0]!
      .email;
  });
  afterAll(async () => {
    for (const deliverer of deliverers) {
      deliverer.kill('SIGTERM');
      await exitOf(deliverer);
    }
    await receiver.stop();
    names.stop();
    await db.end();
    await database.drop();
  });

  const environment = (targets: string): NodeJS.ProcessEnv => ({
    DATABASE_URL: database.url,
    WEBHOOK_TARGETS: targets,
    WEBHOOK_NAME_SERVERS: names.address,
  });
  const startDeliverer = (targets: string): ChildProcess => {
    const deliverer = spawnCli(['deliver', '--lease-seconds', '20'], environment(targets));
    deliverers.push(deliverer);
    return deliverer;
  };
  const stopDeliverer = async (): Promise<void> => {
    const deliverer = deliverers.pop()!;
    deliverer.kill('SIGTERM');
    expect(await exitOf(deliverer)).toEqual([0, null]);
  };
  const cli = async (...args: string[]): Promise<never> => {
    const { code, stdout, stderr } = await runHere([...args, '--account', email, '--json'], environment('loopback'));
    expect([code, stderr]).toEqual([0, '']);
    return JSON.parse(stdout) as never;
  };
  /** As rows, in a moment: the command line refuses some of these addresses, and a row may be older than that. */
  const addEndpoints = async (...urls: readonly string[]): Promise<number[]> => {
    const { secret, privateKey } = createSigningSecrets();
    const { rows } = await db.query<{ id: number }>(
      `INSERT INTO events.endpoint (account_id, url, description, secret, private_key, public_key, created_at)
       SELECT a.id, u.url, '', $2, $3, $4, now() FROM access.account a, unnest($1::text[]) WITH ORDINALITY u (url, n)
       ORDER BY u.n RETURNING id`,
      [urls, secret, privateKey, publicKeyOf({ privateKey })],
    );
    return rows.map(({ id }) => id);
  };
  /** A test event to each, all due at once. */
  const sendTests = async (...endpoints: readonly number[]): Promise<void> => {
    await db.query(
      `WITH tested AS (
         INSERT INTO events.event (kind, subject, cause, account_id, occurred_at, facts)
         SELECT 'endpoint.test', 'endpoint/' || p.id, gen_random_uuid(), p.account_id, now(), '{}'
         FROM unnest($1::integer[]) u (id) JOIN events.endpoint p USING (id) RETURNING id, account_id, subject
       )
       INSERT INTO events.delivery (account_id, event_id, endpoint_id, rule_ids, due_at)
       SELECT account_id, id, substr(subject, 10)::integer, '{}', now() FROM tested`,
      [endpoints],
    );
  };
  const attempts = async (endpoint: number): Promise<Attempt[]> =>
    (
      await db.query<Attempt>(
        `SELECT a.status, a.error, a.excerpt FROM events.attempt a JOIN events.delivery d ON d.id = a.delivery_id
         WHERE d.endpoint_id = $1 ORDER BY a.id`,
        [endpoint],
      )
    ).rows;
  const firstAttempt = (endpoint: number): Promise<Attempt> =>
    eventually(`an attempt at endpoint ${endpoint}`, async () => (await attempts(endpoint))[0]);

  it('sends signed messages, again under the same id when they fail, and by both secrets in a rotation', async () => {
    let answers = 0;
    const url = receiver.at('/flaky', (response) => response.writeHead(answers++ === 0 ? 500 : 204).end());
    const { id, secret } = (await cli('webhooks', 'add', url)) as { id: number; secret: string };
    const { message_id: messageId } = (await cli('webhooks', 'test', String(id))) as { message_id: string };
    const rotated = (await cli('webhooks', 'rotate', String(id))) as { secret: string };
    const twice = (await cli('webhooks', 'rotate', String(id))) as { secret: string };
    expect(await cli('webhooks', 'list')).toMatchObject([{ verified_at: null }]);
    startDeliverer('loopback');
    // The second attempt comes after five seconds.
    await eventually('the second attempt', () => receiver.of('/flaky').length === 2);
    for (const { headers, body } of receiver.of('/flaky')) {
      expect(headers['webhook-id']).toBe(messageId);
      expect(headers['content-type']).toBe('application/json');
      for (const key of [secret, rotated.secret, twice.secret])
        expect(new Webhook(key).verify(body, headers)).toMatchObject({ type: 'endpoint.test' });
    }
    await eventually('it is delivered', async () => {
      const { rows } = await db.query<{ state: string }>('SELECT state FROM events.delivery WHERE endpoint_id = $1', [
        id,
      ]);
      return rows[0]!.state === 'delivered';
    });
    expect(await cli('webhooks', 'list')).toMatchObject([{ verified_at: expect.any(String) }]);
    const listed = (await cli('webhooks', 'log')) as { attempts: { status: number }[] }[];
    expect(listed[0]!.attempts.map(({ status }) => status)).toEqual([500, 204]);
    expect(await cli('webhooks', 'replay', '--since', '2020-01-01T00:00:00Z')).toEqual({
      replayed: 1,
      waiting: 0,
      retry_at: null,
    });
    await eventually('it is sent again', () => receiver.of('/flaky').length === 3);
    expect(
      await runHere(['webhooks', 'replay', '--delivery', '99999', '--account', email], environment('loopback')),
    ).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no delivery 99999') });
    expect(receiver.of('/flaky')[2]!.headers['webhook-id']).toBe(messageId);
    await stopDeliverer();
  });

  it('waits for no receiver: one that is slow, redirects or answers 5 MB delays nobody, reaches nothing', async () => {
    const redirect = receiver.at('/redirects', (response) =>
      response.writeHead(307, { location: receiver.at('/inside') }).end(),
    );
    let written = 0;
    const hugeUrl = receiver.at('/huge', (response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(65_536, 'x');
      const more = (): void => {
        while (written < 80 && response.writable) {
          written++;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
        if (written >= 80) response.end();
      };
      more();
    });
    const drip = receiver.at('/drips', (response) => {
      const timer = setInterval(() => response.write('.'), 200);
      response.once('close', () => clearInterval(timer));
    });
    const [slow, drips, redirects, huge, gone, busy, good] = (await addEndpoints(
      receiver.at('/slow', () => undefined),
      drip,
      redirect,
      hugeUrl,
      receiver.at('/gone', (response) => response.writeHead(410).end('never again')),
      receiver.at('/busy', (response) => response.writeHead(503, { 'retry-after': '7200' }).end()),
      receiver.at('/good'),
    )) as [number, number, number, number, number, number, number];
    await sendTests(slow, slow, drips, redirects, huge, gone, busy, good);
    startDeliverer('loopback');
    expect(await firstAttempt(good)).toEqual({ status: 204, error: null, excerpt: '' });
    expect(await firstAttempt(redirects)).toMatchObject({ status: 307 });
    expect(receiver.of('/inside')).toEqual([]);
    const kept = await firstAttempt(huge);
    expect([kept.status, kept.excerpt!.length]).toEqual([200, 65_536]);
    expect(await firstAttempt(gone)).toMatchObject({ status: 410, excerpt: 'never again' });
    const off = await eventually('an endpoint is switched off', async () => {
      const { rows: found } = await db.query<{ id: number }>(
        'SELECT id FROM events.endpoint WHERE disabled_at IS NOT NULL',
      );
      return found.length > 0 && found;
    });
    expect(off).toEqual([{ id: gone }]);
    await firstAttempt(busy);
    const { rows } = await db.query<{ hours: string }>(
      `SELECT extract(epoch FROM due_at - now()) / 3600 AS hours FROM events.delivery WHERE endpoint_id = $1`,
      [busy],
    );
    expect(Number(rows[0]!.hours)).toBeGreaterThan(1.9);
    for (const late of [slow, drips])
      expect(await firstAttempt(late)).toMatchObject({ status: null, error: 'no answer within 10 seconds' });
    // Nobody has waited for these.
    const { rows: inOrder } = await db.query<{ endpoint: number }>(
      `SELECT d.endpoint_id AS endpoint FROM events.attempt a JOIN events.delivery d ON d.id = a.delivery_id
       WHERE d.endpoint_id = ANY ($1) ORDER BY a.id`,
      [[slow, drips, redirects, huge, gone, busy, good]],
    );
    const order = inOrder.map(({ endpoint }) => endpoint);
    const firstLate = Math.min(order.indexOf(slow), order.indexOf(drips));
    for (const quick of [redirects, huge, gone, busy, good]) expect(order.indexOf(quick)).toBeLessThan(firstLate);
    await stopDeliverer();
  });

  it('reaches nothing inside: private and metadata addresses, by number or by name', async () => {
    const { port, connections } = receiver;
    names.names.set('inside.example', ['127.0.0.1']);
    names.names.set('metadata.example', ['169.254.169.254']);
    names.names.set('both.example', ['8.8.8.8', '10.0.0.1']);
    const forbidden = [
      `https://127.0.0.1:${port}/forbidden`,
      `https://[::1]:${port}/forbidden`,
      `https://[::ffff:127.0.0.1]:${port}/forbidden`,
      `https://2130706433:${port}/forbidden`,
      `https://0.0.0.0:${port}/forbidden`,
      `https://localhost:${port}/forbidden`,
      'https://10.0.0.1/forbidden',
      'https://192.168.0.1/forbidden',
      'https://169.254.169.254/latest/meta-data',
      'https://100.100.100.200/latest/meta-data',
      'https://[fd00:ec2::254]/latest/meta-data',
      `https://inside.example:${port}/forbidden`,
      'https://metadata.example/latest/meta-data',
      // All addresses of a name are checked, not only the one that is tried first.
      'https://both.example/forbidden',
    ];
    const plain = [`http://127.0.0.1:${port}/forbidden`, `http://inside.example:${port}/forbidden`];
    const ids = await addEndpoints(...forbidden, ...plain);
    await sendTests(...ids);
    startDeliverer('public');
    for (const id of ids.slice(0, forbidden.length)) expect((await firstAttempt(id)).error).toMatch(NOT_PUBLIC);
    for (const id of ids.slice(forbidden.length))
      expect((await firstAttempt(id)).error).toMatch(/must begin with https|public addresses only/);
    await stopDeliverer();
    // Private networks allowed: link-local and metadata addresses are refused all the same.
    const metadata = ids.filter((_, index) => /meta-data/.test(forbidden[index] ?? ''));
    await db.query('DELETE FROM events.delivery WHERE endpoint_id <> ALL ($1)', [metadata]);
    await db.query(`UPDATE events.delivery SET due_at = now() WHERE state = 'pending'`);
    startDeliverer('private');
    for (const id of metadata) {
      const second = await eventually('a second attempt', async () => (await attempts(id))[1]);
      expect(second.error).toMatch(NOT_PUBLIC);
    }
    await stopDeliverer();
    expect(receiver.connections).toBe(connections);
  });
});
