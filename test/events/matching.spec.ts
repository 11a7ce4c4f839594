import { defaultConditions, EventKinds, NO_SCHEDULE } from '@brickmarket/alerts';
import type { WatchedEvent } from '@brickmarket/persistence-ports';
import type { StoresUnderTest } from '@brickmarket/persistence-ports/testing';
import { eventually } from '../support/eventually.ts';
import { usePostgresStores } from '../support/postgres-stores.ts';

const postgres = usePostgresStores({ deliverRole: 'brickmarket_deliver' });

const kinds = new EventKinds();
const START = Date.UTC(2026, 10, 1);

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
  const request = {
    most: 1_000,
    newsSince: new Date(0),
    now: new Date(START),
    decide: ({ event, schedule }: WatchedEvent) => ({
      fires: true,
      state: { firedAt: event.occurredAt, isArmed: true },
      mailAt: schedule && new Date(START),
    }),
  };
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
           AND query LIKE '%record_matches%'`,
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
