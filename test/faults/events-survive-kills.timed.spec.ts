import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { createSigningSecrets, publicKeyOf } from '@brickmarket/alerts';
import { migrate } from '@brickmarket/persistence-postgres';
import { Pool } from 'pg';
import { insertAccount } from '../support/account-builders.ts';
import { eventually, exitOf } from '../support/eventually.ts';
import { ImportFolder } from '../support/import-folder.ts';
import { Receiver } from '../support/receivers.ts';
import { RestartablePostgres } from '../support/restartable-postgres.ts';
import { runCli, spawnCli } from '../support/run-cli.ts';

/** What is killed while which command works. */
const ROUNDS = [
  { command: 'import', victim: 'the command' },
  { command: 'value', victim: 'the command' },
  { command: 'import', victim: 'deliverer' },
  { command: 'value', victim: 'PostgreSQL' },
  { command: 'value', victim: 'deliverer' },
  { command: 'import', victim: 'PostgreSQL' },
] as const;
type CommandName = (typeof ROUNDS)[number]['command'];
/** Longer than everything else takes: what a killed process has leased must not wait for the end of its lease. */
const LEASE_SECONDS = 86_400;
/** Sets whose retail price drops with every import. */
const SETS = 150;
/** Sets whose values move with one valuation, sealed and used; every valuation has its own. */
const MOVING_SETS = 75;
const FIRST_MOVING = 1_001;

/** `EVENT_KILLS=200 npx jest --config test/jest.config.js events-survive-kills` kills more often. */
const KILLS = Number(process.env['EVENT_KILLS'] ?? 20);
const KILLS_PER_ROUND = 5;
const ALL_ROUNDS = Array.from({ length: Math.ceil(KILLS / KILLS_PER_ROUND) }, (_, i) => ROUNDS[i % ROUNDS.length]!);
/** As long as a slow machine may take, for 150 deliveries of every round, of which one receiver gets 100 a second. */
const DELIVERED_WITHIN_MS = 120_000 + ALL_ROUNDS.length * 10_000;
const roundsOf = (name: CommandName): number => ALL_ROUNDS.filter(({ command }) => command === name).length;

describe('events, while importer, valuation, deliverer and PostgreSQL are killed at random points', () => {
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
       FROM (SELECT generate_series(1, ${SETS}) UNION ALL
         SELECT generate_series(${FIRST_MOVING}, ${FIRST_MOVING - 1 + MOVING_SETS * roundsOf('value')})) s (n)`,
    );
  });
  afterAll(async () => {
    const last = deliverer;
    deliverer = null;
    last?.kill('SIGKILL');
    if (last) await exitOf(last);
    await receiver.stop();
    await db.end();
    await postgres.remove();
  });

  /** Rules that fire for every drop and every moved value of every set, and send them to the receiver. */
  async function watchEverything(): Promise<void> {
    const { accountId } = await insertAccount(db);
    const secrets = createSigningSecrets();
    await db.query(
      `WITH endpoint AS (
         INSERT INTO events.endpoint (account_id, url, description, secret, private_key, public_key, created_at,
           verified_at)
         VALUES ($1, $2, '', $3, $4, $5, now(), now()) RETURNING id
       ), rule AS (
         INSERT INTO events.rule (account_id, name, kind, scope, min_change_cents, min_change_pct, hysteresis_pct,
           rearm_minutes, sends_mail, time_zone, created_at)
         SELECT $1, 'all', kind, 'sets', 0, 0, 2, 0, false, 'UTC', now()
         FROM unnest(ARRAY['price.dropped', 'value.moved']) kind RETURNING id
       ), listed AS (
         INSERT INTO events.rule_set (rule_id, set_id) SELECT rule.id, s.id FROM rule, catalog.lego_set s
       )
       INSERT INTO events.rule_endpoint (account_id, rule_id, endpoint_id) SELECT $1, rule.id, endpoint.id
       FROM rule, endpoint`,
      [accountId, receiver.at('/hook'), secrets.secret, secrets.privateKey, publicKeyOf(secrets)],
    );
  }

  /** Starts it again when it ends unasked, as `npm start` does: it needs the database for its start. */
  const startDeliverer = (): void => {
    const started = spawnCli(['deliver', '--lease-seconds', String(LEASE_SECONDS)], environment);
    // Unread, its output would fill the pipe and stop it.
    started.stdout!.resume();
    started.stderr!.resume();
    started.once('exit', (code) => {
      if (code !== null && deliverer === started) startDeliverer();
    });
    deliverer = started;
  };
  const SINCE = Date.now() - 3_600_000;

  /** Each file has one price for every set, a cent lower than in the file before. */
  function importing(round: number): readonly string[] {
    const at = new Date(SINCE + round * 1_000).toISOString();
    const rows = Array.from(
      { length: SETS },
      (_, index) => `retailer_a,${index + 1}-1,${at},${(90_000 - round) / 100}\n`,
    );
    const file = folder.write(`${round}.csv`, `retailer,set_number,observed_at,price_usd\n${rows.join('')}`);
    return ['import', 'retail-prices', file, '--json'];
  }

  /** Sales of the past hundred days, all at one price: of all sets that move, or of those that one valuation moves. */
  async function sellAt(cents: number, valuation: number | null): Promise<void> {
    const first = FIRST_MOVING + MOVING_SETS * (valuation ?? 0);
    await db.query(
      `WITH sold AS (
         SELECT id FROM catalog.lego_set WHERE split_part(set_number, '-', 1)::integer >= $2
         AND ($3::integer IS NULL OR split_part(set_number, '-', 1)::integer < $3)
       ), sale AS (
         INSERT INTO source.market_sale (source_id, source_ref, item_id, condition, sold_day, price_cents, quantity)
         SELECT 1, sold.id || ' ' || n || ' ' || c, sold.id, c::source.sale_condition, current_date - 10 * n, $1, 1
         FROM sold, generate_series(1, 10) n, unnest(ARRAY['sealed', 'used']) c
         ON CONFLICT (source_id, source_ref) DO UPDATE SET price_cents = excluded.price_cents
       )
       INSERT INTO source.changed_item (item_id) SELECT id FROM sold
       ON CONFLICT (item_id) DO UPDATE SET mark = excluded.mark`,
      [cents, first, valuation === null ? null : first + MOVING_SETS],
    );
  }

  /** Runs a command until it succeeds; returns how long that took. */
  async function runUntilDone(args: readonly string[]): Promise<number> {
    const startedAt = performance.now();
    await eventually(`${args[0]} succeeds`, async () => (await runCli(args, environment)).code === 0, { everyMs: 200 });
    return performance.now() - startedAt;
  }

  async function kill(victim: (typeof ROUNDS)[number]['victim'], command: ChildProcess): Promise<void> {
    if (victim === 'the command') command.kill('SIGKILL');
    else if (victim === 'deliverer') {
      deliverer!.kill('SIGKILL');
      await exitOf(deliverer!);
      startDeliverer();
    } else {
      await postgres.stopImmediately();
      await postgres.startAgain();
    }
  }

  it(
    'are in the log once and delivered at least once under one id, whatever is killed when',
    async () => {
      await sellAt(10_000, null);
      const usualMs = { import: await runUntilDone(importing(0)), value: await runUntilDone(['value', '--all']) };
      await watchEverything();
      startDeliverer();
      let valuations = 0;
      for (const [index, { command, victim }] of ALL_ROUNDS.entries()) {
        if (command === 'value') await sellAt(20_000, valuations++);
        const args = command === 'value' ? ['value'] : importing(index + 1);
        for (let kills = 0; kills < KILLS_PER_ROUND; kills++) {
          const working = spawnCli(args, environment);
          await pause(Math.random() * usualMs[command]);
          await kill(victim, working);
          await exitOf(working);
        }
        await runUntilDone(args);
      }
      const drops = SETS * roundsOf('import');
      const moves = 2 * MOVING_SETS * roundsOf('value');
      const states = async (): Promise<unknown> =>
        (
          await db.query<{ states: unknown }>(
            `SELECT coalesce(json_object_agg(state, deliveries), '{}') AS states
             FROM (SELECT state, count(*)::integer AS deliveries FROM events.delivery GROUP BY state) s`,
          )
        ).rows[0]!.states;
      const expected = { delivered: drops + moves };
      // A failure is to show how many of which state there are.
      await eventually('everything is delivered', async () => isDeepStrictEqual(await states(), expected), {
        withinMs: DELIVERED_WITHIN_MS,
        everyMs: 500,
      }).catch(() => undefined);
      expect(await states()).toEqual(expected);
      const { rows: logged } = await db.query(
        `SELECT kind, count(*)::integer AS events, count(DISTINCT subject || cause)::integer AS distinct
       FROM events.event
       WHERE kind IN ('price.dropped', 'value.moved') GROUP BY kind ORDER BY kind`,
      );
      expect(logged).toEqual([
        { kind: 'price.dropped', events: drops, distinct: drops },
        { kind: 'value.moved', events: moves, distinct: moves },
      ]);
      const { rows: sent } = await db.query<{ id: string }>('SELECT message_id AS id FROM events.delivery');
      expect(sent).toHaveLength(drops + moves);
      const bodies = new Map<string, Set<string>>();
      for (const { headers, body } of receiver.of('/hook')) {
        const id = headers['webhook-id']!;
        bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
      }
      expect(new Set(bodies.keys())).toEqual(new Set(sent.map(({ id }) => id)));
      expect([...bodies.values()].every((same) => same.size === 1)).toBe(true);
      expect(new Set([...bodies.values()].flatMap((same) => [...same])).size).toBe(drops + moves);
    },
    DELIVERED_WITHIN_MS + 120_000 + KILLS * 30_000,
  );
});
