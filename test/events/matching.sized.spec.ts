import {
  decide,
  defaultConditions,
  EventKinds,
  type FiringState,
  NO_SCHEDULE,
  type OwnEventKind,
} from '@brickmarket/alerts';
import { type WatchableKind, type AlertRule, type RecordedEvent, RETAILERS } from '@brickmarket/domain';
import type { StoresUnderTest } from '@brickmarket/persistence-ports/testing';
import * as fc from 'fast-check';
import { eventually } from '../support/eventually.ts';
import { usePostgresStores } from '../support/postgres-stores.ts';
import { sized } from '../support/lane.ts';

const postgres = usePostgresStores({ deliverRole: 'brickmarket_deliver' });

const kinds = new EventKinds();
/** `stock.returned` as a kind of an extension could be: with a limit that must be crossed. */
const CROSSING = ['price.dropped', 'stock.returned'];
const kindOf = (name: string): WatchableKind => {
  const kind = kinds.findWatchable(name)!;
  return CROSSING.includes(name) ? { ...kind, rule: { ...kind.rule, priceLimit: 'crossing' } } : kind;
};
const RUNS = sized({ quick: 15, full: 200 });
/** As long as a slow machine may take. */
const TIMEOUT_MS = 60_000 + RUNS * 2_000;
const START = Date.UTC(2026, 10, 1);
const cents = fc.option(fc.integer({ min: 9_800, max: 10_400 }));
const anEvent = fc.record({
  kind: fc.constantFrom<OwnEventKind>('price.dropped', 'price.all_time_low', 'stock.returned'),
  retailer: fc.constantFrom(...RETAILERS),
  oldCents: cents,
  newCents: cents,
  waitMinutes: fc.integer({ min: 0, max: 90 }),
});
const aRule = fc.record({
  kind: fc.constantFrom<OwnEventKind>('price.dropped', 'price.dropped', 'price.all_time_low', 'stock.returned'),
  retailer: fc.option(fc.constantFrom(...RETAILERS)),
  belowCents: fc.option(fc.constantFrom(10_000, 10_100)),
  minChangeCents: fc.constantFrom(0, 0, 50),
  minChangePct: fc.constantFrom(0, 0, 2),
  hysteresisPct: fc.integer({ min: 1, max: 4 }),
  rearmMinutes: fc.constantFrom(0, 60),
});

it(
  'matches as the rules of libs/alerts decide, event by event, at once for all rules',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anEvent, { minLength: 1, maxLength: 12 }),
        fc.array(aRule, { minLength: 1, maxLength: 6 }),
        async (events, rules) => {
          const stores = await postgres.open();
          const { pool } = postgres.database();
          const { id: accountId } = (await stores.accounts.create('a@example.com', 'reseller'))!;
          await pool.query(
            `INSERT INTO catalog.lego_set (set_number, title, theme, pieces) VALUES ('1-1', 'S', 'T', 1)`,
          );
          const added: AlertRule[] = [];
          for (const rule of rules)
            added.push(
              await stores.rules.create(
                accountId,
                {
                  ...rule,
                  name: 'x',
                  watch: { scope: 'sets', setNumbers: ['1-1'] },
                  mail: false,
                  endpointIds: [],
                  schedule: { quiet: null, digestMinute: null, timeZone: 'UTC' },
                },
                new Date(START),
              ),
            );
          let at = START;
          const timed = events.map((event) => ({ ...event, occurredAt: new Date((at += event.waitMinutes * 60_000)) }));
          for (const { kind, retailer, occurredAt, oldCents, newCents } of timed)
            await pool.query(
              `INSERT INTO events.event (
                 kind, subject, cause, set_id, retailer, occurred_at, old_cents, new_cents, facts
               )
             SELECT $1, 'set/1-1/' || $2, gen_random_uuid(), id, $2::retail.retailer, $3, $4, $5, '{}'
             FROM catalog.lego_set`,
              [kind, retailer, occurredAt, oldCents, newCents],
            );
          const request = {
            most: 1_000,
            newsSince: new Date(0),
            now: new Date(START),
            dueAt: [],
            crossingKinds: CROSSING,
          };
          let matched = 0;
          for (let rounds = 0; matched < events.length; rounds++) {
            expect(rounds).toBeLessThan(events.length);
            matched += (await stores.queue.matchPending(request)).events;
          }
          // What was fired last, and whether each rule is armed, for each subject.
          const expected = new Map<string, FiringState | null>();
          const alerted = new Set<number>();
          timed.forEach((event, index) => {
            for (const rule of added) {
              const key = `${rule.id} set/1-1/${event.retailer}`;
              const asked = { ...event, facts: { retailer: event.retailer } } as Pick<
                RecordedEvent,
                'kind' | 'occurredAt' | 'oldCents' | 'newCents' | 'facts'
              >;
              const { fires, state } = decide(kindOf(rule.kind), rule, asked, expected.get(key) ?? null);
              expected.set(key, state);
              if (fires) alerted.add(index);
            }
          });
          const { rows } = await pool.query<{ key: string; firedAt: Date; isArmed: boolean }>(
            `SELECT rule_id || ' ' || subject AS key, fired_at AS "firedAt", is_armed AS "isArmed"
           FROM events.rule_state`,
          );
          expect(new Map(rows.map(({ key, firedAt, isArmed }) => [key, { firedAt, isArmed }]))).toEqual(
            new Map([...expected].filter(([, state]) => state !== null)),
          );
          expect(await stores.inbox.list(accountId, { limit: 100 })).toHaveLength(alerted.size);
        },
      ),
      { numRuns: RUNS },
    );
  },
  TIMEOUT_MS,
);

describe('what is deleted', () => {
  const DELETE_ACCOUNT = 'DELETE FROM portfolio.brickfolio; DELETE FROM access.account';
  /** One rule by mail that an event waits for. */
  async function oneMatch(): Promise<StoresUnderTest> {
    const stores = await postgres.open();
    const { pool } = postgres.database();
    const { id: accountId } = (await stores.accounts.create('a@example.com', 'reseller'))!;
    await pool.query(`INSERT INTO catalog.lego_set (set_number, title, theme, pieces) VALUES ('1-1', 'S', 'T', 1)`);
    await stores.rules.create(
      accountId,
      {
        ...defaultConditions(kinds.findWatchable('price.dropped')!),
        name: 'x',
        watch: { scope: 'sets', setNumbers: ['1-1'] },
        mail: true,
        endpointIds: [],
        schedule: NO_SCHEDULE,
      },
      new Date(START),
    );
    await pool.query(
      `INSERT INTO events.event (kind, subject, cause, set_id, retailer, occurred_at, old_cents, new_cents, facts)
       SELECT 'price.dropped', 'set/1-1/retailer_a', 'x', id, 'retailer_a', now(), 10000, 5000, '{}'
       FROM catalog.lego_set`,
    );
    return stores;
  }
  const request = { most: 1_000, newsSince: new Date(0), now: new Date(START), dueAt: [], crossingKinds: CROSSING };
  const left = async (): Promise<unknown> =>
    (
      await postgres.database().pool.query(
        `SELECT (SELECT count(*)::integer FROM events.alert) AS alerts,
             (SELECT count(*)::integer FROM events.delivery) AS deliveries,
             (SELECT count(*)::integer FROM events.rule_state) AS states`,
      )
    ).rows[0];

  it.each([
    ['deletes the rule', 'DELETE FROM events.rule'],
    ['pauses the rule', 'UPDATE events.rule SET paused_at = now()'],
    ['deletes the account', DELETE_ACCOUNT],
  ])('stops at once: matching that runs while somebody %s waits, and writes nothing for it', async (_, statement) => {
    const stores = await oneMatch();
    const { pool } = postgres.database();
    const other = await pool.connect();
    await other.query('BEGIN');
    let matching: Promise<object>;
    try {
      await other.query(statement);
      matching = stores.queue.matchPending(request);
      await eventually('matching waits', async () => {
        const waiting = await pool.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
           AND query LIKE '%match_pending%'`,
        );
        return waiting.rowCount === 1;
      });
    } finally {
      // Not released into the pool with what it has locked.
      await other.query('COMMIT');
      other.release();
    }
    expect(await matching).toEqual({ events: 1, alerts: 0, deliveries: 0 });
    expect(await left()).toEqual({ alerts: 0, deliveries: 0, states: 0 });
  });

  it.each([
    ['a rule what it remembers', 'DELETE FROM events.rule', { alerts: 1, deliveries: 1, states: 0 }],
    ['an event its alerts and deliveries', 'DELETE FROM events.event', { alerts: 0, deliveries: 0, states: 1 }],
    ['an account everything', DELETE_ACCOUNT, { alerts: 0, deliveries: 0, states: 0 }],
  ])('takes with it: %s', async (_, statement, rest) => {
    const stores = await oneMatch();
    expect(await stores.queue.matchPending(request)).toEqual({ events: 1, alerts: 1, deliveries: 1 });
    expect(await left()).toEqual({ alerts: 1, deliveries: 1, states: 1 });
    await postgres.database().pool.query(statement);
    expect(await left()).toEqual(rest);
  });
});
