import { setTimeout as pause } from 'node:timers/promises';
import {
  AlertInbox,
  DeliveryQueue,
  type LeaseRequest,
  OwnSets,
  SellingFees,
  WebhookEndpoints,
} from '@brickmarket/persistence-ports';
import { insertAccount } from '../../../../test/support/account-builders.ts';
import { insertSet } from '../../../../test/support/catalog-builders.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { defaultBrickfolio, insertHolding } from '../../../../test/support/portfolio-builders.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { Database } from '../database/database.ts';
import { Stores } from '../stores.ts';
import { DELIVERER_LOCK } from './deliverer-presence.ts';

const NOW = new Date('2026-11-10T12:00:00Z');
const later = (ms: number): Date => new Date(NOW.getTime() + ms);
const REQUEST: LeaseRequest = {
  now: NOW,
  leasedUntil: later(600_000),
  most: 100,
  perEndpoint: 4,
  quietSince: later(-86_400_000),
};
const HELD_BY_DELIVERERS = `
SELECT l.objid::integer AS key, l.pid FROM pg_locks l JOIN pg_stat_activity a USING (pid)
WHERE l.classid = ${DELIVERER_LOCK} AND l.granted
  AND a.datname = current_database() AND a.application_name = 'deliver'`;
const ACCEPTED = {
  startedAt: NOW,
  durationMs: 5,
  status: 204,
  error: null,
  excerpt: '',
  retryAt: null,
  isDelivered: true,
  quietSince: later(-86_400_000),
  switchOff: null,
};

describe('deliveries in PostgreSQL', () => {
  let testDatabase: TestDatabase;
  let owner: Database;
  let account: number;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    owner = await Database.connect({ url: testDatabase.url, applicationName: 'spec', poolSize: 4 });
    ({ accountId: account } = await insertAccount(owner.pool));
  });
  afterAll(async () => {
    await owner.close();
    await testDatabase.drop();
  });

  const deliverer = (): Promise<Database> =>
    Database.connect({ url: testDatabase.url, applicationName: 'deliver', role: 'brickmarket_deliver', poolSize: 2 });
  const newEndpoint = async (url: string, accountId = account): Promise<number> => {
    const secrets = { secret: 'whsec_x', privateKey: 'whsk_x', publicKey: 'whpk_x' };
    const endpoints = new Stores(owner).get(WebhookEndpoints);
    return (await endpoints.create(accountId, { url, description: '', secrets }, NOW)).id;
  };
  /** An account with a verified endpoint, at which so many deliveries have failed. */
  const withFailed = async (url: string, count: number): Promise<number> => {
    const { accountId } = await insertAccount(owner.pool);
    const endpoint = await newEndpoint(url, accountId);
    await owner.pool.query('UPDATE events.endpoint SET verified_at = $2 WHERE id = $1', [endpoint, NOW]);
    await owner.pool.query(
      `WITH event AS (
         INSERT INTO events.event (kind, subject, cause, occurred_at, facts)
         SELECT 'month.published', 'market', $2 || ' ' || n, now(), '{}' FROM generate_series(1, $3::integer) n
         RETURNING id
       )
       INSERT INTO events.delivery (account_id, event_id, endpoint_id, rule_ids, due_at, state)
       SELECT $1, event.id, $4, '{1}', now(), 'failed' FROM event`,
      [accountId, url, count, endpoint],
    );
    return accountId;
  };
  const test = (endpoint: number) => new Stores(owner).get(WebhookEndpoints).test(account, endpoint, NOW);

  it('verify a changed address anew: a test that was sent to the one before does not count', async () => {
    const verified = async (id: number) =>
      (await owner.pool.query('SELECT verified_at IS NOT NULL AS is FROM events.endpoint WHERE id = $1', [id])).rows[0];
    const database = await deliverer();
    const queue = new Stores(database).get(DeliveryQueue);
    const endpoint = await newEndpoint('https://first.example/');
    const answer = async () => {
      const [sent] = (await queue.leaseWebhooks(REQUEST)).filter(({ endpointId }) => endpointId === endpoint);
      return () => queue.finish(sent!, ACCEPTED);
    };
    await test(endpoint);
    await (
      await answer()
    )();
    expect(await verified(endpoint)).toEqual({ is: true });
    await test(endpoint);
    const late = await answer();
    await owner.pool.query(`UPDATE events.endpoint SET url = 'https://second.example/' WHERE id = $1`, [endpoint]);
    expect(await verified(endpoint)).toEqual({ is: false });
    await late();
    expect(await verified(endpoint)).toEqual({ is: false });
    await test(endpoint);
    await (
      await answer()
    )();
    expect(await verified(endpoint)).toEqual({ is: true });
    await database.close();
  });

  it('show the deliverer copies and fees of the account that it mails to, while it does, and of no other', async () => {
    await insertSet(owner.pool, { set_number: '1-1' });
    const [ann, bob] = [await insertAccount(owner.pool), await insertAccount(owner.pool)];
    for (const { accountId } of [ann, bob]) {
      await insertHolding(owner.pool, await defaultBrickfolio(owner.pool, accountId), '1-1');
      await owner.pool.query(
        `INSERT INTO portfolio.selling_fees (account_id, platform, is_used) VALUES ($1, 'ebay', false)`,
        [accountId],
      );
    }
    await owner.pool.query(
      `WITH event AS (
         INSERT INTO events.event (kind, subject, cause, occurred_at, facts)
         VALUES ('month.published', 'market', gen_random_uuid(), now(), '{"month": "2026-10"}') RETURNING id
       ) INSERT INTO events.delivery (account_id, event_id, rule_ids, due_at) SELECT $1, id, '{1}', now() FROM event`,
      [ann.accountId],
    );
    const database = await deliverer();
    const own = new Stores(database);
    const seen = async (id: number) => ({
      copies: (await own.get(OwnSets).findByNumbers(id, ['1-1'])).get('1-1')!.copies.length,
      fees: (await own.get(SellingFees).list(id)).length,
    });
    expect(await seen(ann.accountId)).toEqual({ copies: 1, fees: 1 });
    expect(await seen(bob.accountId)).toEqual({ copies: 0, fees: 0 });
    for (const table of ['portfolio.holding', 'portfolio.selling_fees'])
      expect((await database.pool.query(`SELECT account_id FROM ${table}`)).rows).toEqual([]);
    await owner.pool.query(`UPDATE events.delivery SET state = 'delivered' WHERE account_id = $1`, [ann.accountId]);
    expect(await seen(ann.accountId)).toEqual({ copies: 0, fees: 0 });
    await database.close();
  });

  it('leave no endpoint silent when the process that leased them is gone, and wait for one that lives', async () => {
    const endpoint = await newEndpoint('https://dead.example/');
    for (let count = 0; count < 5; count++) await test(endpoint);
    const [first, second] = [await deliverer(), await deliverer()];
    const queue = new Stores(second).get(DeliveryQueue);
    expect(await new Stores(first).get(DeliveryQueue).leaseWebhooks(REQUEST)).toHaveLength(4);
    expect(await queue.leaseWebhooks(REQUEST)).toEqual([]);
    // As the end of its process does; the server notices in a moment.
    await first.close();
    await eventually('the other one gets them', async () => (await queue.leaseWebhooks(REQUEST)).length === 4);
    // A connection that was lost is no end: under the same key it continues having what it leased, also when the server
    // frees the lock a moment after it has told so. Here another connection waits for the lock, and has it that long.
    const held = async () => (await owner.pool.query<{ key: number; pid: number }>(HELD_BY_DELIVERERS)).rows;
    const [{ key, pid }] = (await held()) as [{ key: number; pid: number }];
    const waiting = await owner.pool.connect();
    try {
      const hasLock = waiting.query('SELECT pg_advisory_lock($1, $2)', [DELIVERER_LOCK, key]);
      await owner.pool.query('SELECT pg_terminate_backend($1)', [pid]);
      await hasLock;
      const freed = pause(500).then(() => waiting.query('SELECT pg_advisory_unlock($1, $2)', [DELIVERER_LOCK, key]));
      await eventually('it has its lock again', async () => {
        expect(await queue.leaseWebhooks(REQUEST).catch(() => [])).toEqual([]);
        return (await held()).length === 1;
      });
      expect(await held()).toMatchObject([{ key }]);
      await freed;
    } finally {
      waiting.release(true);
    }
    const third = await deliverer();
    expect(await new Stores(third).get(DeliveryQueue).leaseWebhooks(REQUEST)).toEqual([]);
    await Promise.all([second.close(), third.close()]);
  });

  it('are sent again to one host so often, whoever asks and however the host is spelled', async () => {
    const inbox = new Stores(owner).get(AlertInbox);
    const accounts: number[] = [];
    for (const url of [
      'https://one.example/',
      'https://ONE.example.:8443/',
      'http://one.example',
      'https://one.example?',
    ])
      accounts.push(await withFailed(url, 1_000));
    const replay = (accountId: number, now = NOW) => inbox.replay(accountId, { allFailed: true }, now);
    const sent = await Promise.all(accounts.map((accountId) => replay(accountId)));
    expect(sent.map(({ replayed }) => replayed).toSorted((one, other) => one - other)).toEqual([
      0, 1_000, 1_000, 1_000,
    ]);
    const refused = sent.findIndex(({ replayed }) => replayed === 0);
    expect(sent[refused]).toEqual({ replayed: 0, waiting: 1_000, retryAt: later(1_000) });
    // From then on it gets one a second; another host is not concerned.
    expect(await replay(accounts[refused]!, later(60_000))).toMatchObject({ replayed: 60, waiting: 940 });
    expect(await replay(await withFailed('https://other.example/', 10))).toMatchObject({ replayed: 10, waiting: 0 });
  });

  it('and events are numbered beyond 32 bits', async () => {
    const most = 9_007_199_254_740_000;
    await owner.pool.query(`ALTER TABLE events.delivery ALTER id RESTART WITH ${most}`);
    await owner.pool.query(`ALTER TABLE events.event ALTER id RESTART WITH ${most + 100}`);
    const endpoint = await newEndpoint('https://many.example/');
    await test(endpoint);
    const database = await deliverer();
    const queue = new Stores(database).get(DeliveryQueue);
    const leased = (await queue.leaseWebhooks(REQUEST)).filter(({ endpointId }) => endpointId === endpoint);
    expect(leased).toMatchObject([{ id: most, event: { id: most + 100 } }]);
    await queue.finish(leased[0]!, ACCEPTED);
    const inbox = new Stores(owner).get(AlertInbox);
    const page = { limit: 1, before: most + 1, endpointId: endpoint };
    expect(await inbox.listDeliveries(account, page)).toMatchObject([{ id: most, state: 'delivered' }]);
    expect(await inbox.replay(account, { deliveryId: most }, NOW)).toMatchObject({ replayed: 1 });
    await database.close();
  });
});
