import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { createSigningSecrets, publicKeyOf } from '@brickmarket/alerts';
import { migrate } from '@brickmarket/persistence-postgres';
import { Pool } from 'pg';
import { insertAccount } from '../support/account-builders.ts';
import { eventually, exitOf } from '../support/eventually.ts';
import { ImportFolder } from '../support/import-folder.ts';
import { Receiver } from '../support/receivers.ts';
import { RestartablePostgres } from '../support/restartable-postgres.ts';
import { runCli, spawnCli } from '../support/run-cli.ts';

/** `EVENT_KILLS=200 npx jest --config test/jest.config.js events-survive-kills` takes half an hour. */
const KILLS = Number(process.env['EVENT_KILLS'] ?? 3);
const SETS = 150;
const VICTIMS = ['importer', 'deliverer', 'PostgreSQL'] as const;

const folder = new ImportFolder();
let postgres: RestartablePostgres;
let db: Pool;
let receiver: Receiver;
let deliverer: ChildProcess | null = null;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  postgres = await RestartablePostgres.start();
  await migrate(postgres.url);
  db = new Pool({ connectionString: postgres.url, max: 2 });
  db.on('error', () => undefined);
  receiver = await Receiver.start();
  environment = { DATABASE_URL: postgres.url, WEBHOOK_TARGETS: 'loopback' };
  await db.query(
    `INSERT INTO catalog.lego_set (set_number, title, theme, pieces) SELECT n || '-1', 'Set', 'Space', 1
     FROM generate_series(1, ${SETS}) n`,
  );
});
afterAll(async () => {
  deliverer?.kill('SIGKILL');
  if (deliverer) await exitOf(deliverer);
  await receiver.stop();
  await db.end();
  await postgres.remove();
});

/** A rule that fires for every drop of every set, and sends it to the receiver. */
async function watchEverything(): Promise<void> {
  const { accountId } = await insertAccount(db);
  const secrets = createSigningSecrets();
  await db.query(
    `WITH endpoint AS (
       INSERT INTO events.endpoint (account_id, url, description, secret, private_key, public_key, created_at)
       VALUES ($1, $2, '', $3, $4, $5, now()) RETURNING id
     ), rule AS (
       INSERT INTO events.rule (account_id, name, kind, scope, min_change_cents, min_change_pct, hysteresis_pct,
         rearm_minutes, sends_mail, time_zone, created_at)
       VALUES ($1, 'all', 'price.dropped', 'sets', 0, 0, 2, 0, false, 'UTC', now()) RETURNING id
     ), listed AS (
       INSERT INTO events.rule_set (rule_id, set_id) SELECT rule.id, s.id FROM rule, catalog.lego_set s
     )
     INSERT INTO events.rule_endpoint (account_id, rule_id, endpoint_id) SELECT $1, rule.id, endpoint.id
     FROM rule, endpoint`,
    [accountId, receiver.at('/hook'), secrets.secret, secrets.privateKey, publicKeyOf(secrets)],
  );
}

const startDeliverer = (): void => {
  deliverer = spawnCli(['deliver', '--lease-seconds', '15'], environment);
};
const SINCE = Date.now() - 3_600_000;

/** Each file has one price for every set, a cent below that of the file before. */
function importing(round: number): readonly string[] {
  const at = new Date(SINCE + round * 1_000).toISOString();
  const rows = Array.from(
    { length: SETS },
    (_, index) => `retailer_a,${index + 1}-1,${at},${(90_000 - round) / 100}\n`,
  );
  const file = folder.write(`${round}.csv`, `retailer,set_number,observed_at,price_usd\n${rows.join('')}`);
  return ['import', 'retail-prices', file, '--json'];
}

async function importUntilDone(args: readonly string[]): Promise<void> {
  await eventually('the import succeeds', async () => (await runCli(args, environment)).code === 0, { everyMs: 200 });
}

it('has each event once and delivers it at least once under one id, whatever is killed when', async () => {
  await importUntilDone(importing(0));
  await watchEverything();
  startDeliverer();
  for (let round = 1; round <= KILLS; round++) {
    const victim = VICTIMS[round % VICTIMS.length]!;
    const args = importing(round);
    const importer = spawnCli(args, environment);
    await pause(Math.random() * 1_500);
    if (victim === 'importer') importer.kill('SIGKILL');
    if (victim === 'deliverer') {
      deliverer!.kill('SIGKILL');
      await exitOf(deliverer!);
      startDeliverer();
    }
    if (victim === 'PostgreSQL') {
      await postgres.stopImmediately();
      await postgres.startAgain();
    }
    await exitOf(importer);
    await importUntilDone(args);
  }
  const drops = SETS * KILLS;
  await eventually('everything is delivered', async () => {
    const { rows } = await db.query<{ delivered: number }>(
      `SELECT count(*)::integer AS delivered FROM events.delivery WHERE state = 'delivered'`,
    );
    return rows[0]!.delivered >= drops;
  });
  const { rows: logged } = await db.query(
    `SELECT count(*)::integer AS events, count(DISTINCT (subject, cause))::integer AS distinct FROM events.event
     WHERE kind = 'price.dropped'`,
  );
  expect(logged).toEqual([{ events: drops, distinct: drops }]);
  const { rows: sent } = await db.query<{ id: string }>(
    `SELECT d.message_id AS id FROM events.delivery d JOIN events.event e ON e.id = d.event_id
     WHERE e.kind = 'price.dropped'`,
  );
  expect(sent).toHaveLength(drops);
  const bodies = new Map<string, Set<string>>();
  for (const { headers, body } of receiver.of('/hook')) {
    const id = headers['webhook-id']!;
    bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
  }
  expect(new Set(bodies.keys())).toEqual(new Set(sent.map(({ id }) => id)));
  expect([...bodies.values()].every((same) => same.size === 1)).toBe(true);
  expect(new Set([...bodies.values()].flatMap((same) => [...same])).size).toBe(drops);
});
