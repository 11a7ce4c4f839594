import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EventKinds } from '@brickmarket/alerts';
import { systemClock } from '@brickmarket/domain';
import { Deliverer, type OutgoingWebhook, type WebhookAnswer, WebhookSender } from '@brickmarket/operations';
import { DeliveryQueue } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { BenchServer } from '../measure/bench-server.ts';
import { printTable } from '../measure/figures.ts';

const SETS = 50_000;
const ACCOUNTS = 1_000;
const RULES = 10_000;
const SETS_PER_RULE = 100;
const RECEIVERS = 1_000;
const DELIVERIES_PER_RECEIVER = 10;

/** How long 10,000 rules take to be asked about 100,000 price changes, and 1,000 receivers to be told, one dead. */
export async function benchEvents(): Promise<void> {
  const server = await BenchServer.start();
  try {
    await benchMatching(await server.freshDatabase());
    await benchDeliveries(await server.freshDatabase());
  } finally {
    await server.stop();
  }
}

const ARRANGE_RULES = `
INSERT INTO catalog.lego_set (set_number, title, theme, pieces)
SELECT n || '-1', 'Set ' || n, 'Bench', 100 FROM generate_series(1, ${SETS}) n;
INSERT INTO access.account (email, plan)
SELECT n || '@bench.example', 'reseller' FROM generate_series(1, ${ACCOUNTS}) n;
INSERT INTO events.rule (account_id, name, kind, scope, min_change_cents, min_change_pct, hysteresis_pct, rearm_minutes,
  sends_mail, time_zone, created_at)
SELECT (SELECT min(id) FROM access.account) + n % ${ACCOUNTS}, 'bench', 'price.dropped', 'sets', 0, 20, 2, 1440, true,
  'UTC', now()
FROM generate_series(1, ${RULES}) n;
-- Without checking a million foreign keys.
SET session_replication_role = replica;
-- A stride that is prime to the number of sets: every rule has other sets, and every set about as many rules.
INSERT INTO events.rule_set (rule_id, set_id)
SELECT r.id, (SELECT min(id) FROM catalog.lego_set) + (r.id::bigint * 7919 + n * 499) % ${SETS}
FROM events.rule r, generate_series(1, ${SETS_PER_RULE}) n ON CONFLICT DO NOTHING;
SET session_replication_role = origin;
ANALYZE`;

/** A drop of 1 to 20 percent for every set at both retailers. */
const CHANGE_PRICES = `
INSERT INTO events.event (kind, subject, cause, set_id, retailer, occurred_at, old_cents, new_cents, facts)
SELECT 'price.dropped', 'set/' || s.set_number || '/' || r, 'bench', s.id, r::retail.retailer, now(), 10000,
  10000 - 100 * (1 + (s.id * 31 + length(r) * 7 + s.id / 20) % 20), '{}'
FROM catalog.lego_set s, unnest(ARRAY['retailer_a', 'retailer_b']) r`;

async function benchMatching(url: string): Promise<void> {
  const database = await Database.connect({ url, applicationName: 'bench', poolSize: 1 });
  try {
    await database.pool.query(ARRANGE_RULES);
    const written = await timed(() => database.pool.query(CHANGE_PRICES));
    await database.pool.query('ANALYZE events.event, events.pending');
    const queue = new Stores(database).get(DeliveryQueue);
    const batch = {
      most: 100_000,
      newsSince: new Date(0),
      now: new Date(),
      dueAt: [],
      crossingKinds: ['price.dropped'],
    };
    let counts = { events: 0, alerts: 0, deliveries: 0 };
    const matched = await timed(async () => {
      counts = await queue.matchPending(batch);
    });
    const { rows } = await database.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const status = await readFile(`/proc/${rows[0]!.pid}/status`, 'utf8').catch(() => '');
    const anonymous = /^RssAnon:\s+(\d+) kB/m.exec(status)?.[1];
    printTable(
      [
        '100,000 price changes, 10,000 rules of 100 sets',
        'seconds',
        'alerts',
        'deliveries',
        'MB here',
        'MB PostgreSQL',
      ],
      [
        ['written to the log', written.toFixed(1), '', '', '', ''],
        [
          `matched in one go (${counts.events})`,
          matched.toFixed(1),
          String(counts.alerts),
          String(counts.deliveries),
          (process.memoryUsage().rss / 1e6).toFixed(0),
          anonymous === undefined ? '?' : (Number(anonymous) / 1e3).toFixed(0),
        ],
      ],
    );
  } finally {
    await database.close();
  }
}

const ARRANGE_ENDPOINTS = `
WITH account AS (
  INSERT INTO access.account (email, plan) VALUES ('a@bench.example', 'reseller') RETURNING id
), endpoint AS (
  INSERT INTO events.endpoint (account_id, url, description, secret, private_key, public_key, created_at,
    verified_at)
  SELECT id, $1 || n, '', 'whsec_' || encode(sha256(n::text::bytea), 'base64'),
    'whsk_' || encode(sha256(n::text::bytea), 'base64'), 'whpk_', now(), now()
  FROM account, generate_series(0, ${RECEIVERS - 1}) n RETURNING id, account_id
), event AS (
  INSERT INTO events.event (kind, subject, cause, account_id, occurred_at, facts)
  SELECT 'month.published', 'market', n::text, id, now(), '{"month": "2026-10"}'
  FROM account, generate_series(1, ${DELIVERIES_PER_RECEIVER}) n RETURNING id
)
INSERT INTO events.delivery (account_id, event_id, endpoint_id, rule_ids, due_at)
SELECT p.account_id, e.id, p.id, '{}', now() FROM endpoint p, event e`;

async function benchDeliveries(url: string): Promise<void> {
  const receivers = await startReceivers();
  const database = await Database.connect({ url, applicationName: 'bench', poolSize: 8 });
  const stopping = new AbortController();
  try {
    await database.pool.query(ARRANGE_ENDPOINTS, [`http://127.0.0.1:${(receivers.address() as AddressInfo).port}/`]);
    await database.pool.query('ANALYZE');
    const context = {
      kinds: new EventKinds(),
      queue: new Stores(database).get(DeliveryQueue),
      sender: new LocalSender(),
      mailer: { isAvailable: false, send: () => Promise.resolve() },
      accountUrl: '',
      clock: systemClock,
      report: () => undefined,
    };
    const living = (RECEIVERS - 1) * DELIVERIES_PER_RECEIVER;
    const delivered = async (): Promise<number> =>
      (
        await database.pool.query<{ count: number }>(
          `SELECT count(*)::integer AS count FROM events.delivery WHERE state = 'delivered'`,
        )
      ).rows[0]!.count;
    const running = new Deliverer(context).run(stopping.signal);
    const seconds = await timed(async () => {
      const deadline = performance.now() + 120_000;
      while ((await delivered()) < living) {
        if (performance.now() > deadline) throw new Error('not delivered within two minutes');
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    });
    printTable(
      ['1,000 receivers, 10 webhooks each, one receiver dead', 'seconds', 'webhooks/s', 'MB here'],
      [
        [
          'until the 999 others have theirs',
          seconds.toFixed(1),
          (living / seconds).toFixed(0),
          (process.memoryUsage().rss / 1e6).toFixed(0),
        ],
      ],
    );
    stopping.abort();
    receivers.closeAllConnections();
    await running;
  } finally {
    stopping.abort();
    receivers.closeAllConnections();
    receivers.close();
    await database.close();
  }
}

/** Answers everything with 204, but for the first receiver, which never answers. */
async function startReceivers(): Promise<Server> {
  const server = createServer((incoming, response) => {
    incoming.resume();
    if (incoming.url !== '/0') response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

class LocalSender extends WebhookSender {
  send({ url, headers, body }: OutgoingWebhook): Promise<WebhookAnswer> {
    return new Promise((resolve) => {
      const fail = (error: Error): void =>
        resolve({ status: null, retryAfter: null, error: error.message, excerpt: null });
      const outgoing = request(url, { method: 'POST', headers, signal: AbortSignal.timeout(10_000) }, (response) => {
        response.resume();
        response.once('end', () =>
          resolve({ status: response.statusCode!, retryAfter: null, error: null, excerpt: '' }),
        );
        response.once('error', fail);
      });
      outgoing.once('error', fail);
      outgoing.end(body);
    });
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}
