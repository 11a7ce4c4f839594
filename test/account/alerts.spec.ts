import { Pool } from 'pg';
import { TestAccountArea, type TestBrowser } from '../support/test-account-area.ts';
import { insertSet } from '../support/catalog-builders.ts';

interface EndpointView {
  readonly id: number;
  readonly url: string;
  readonly state: string;
}

const RULE = { name: 'cheap', kind: 'price.dropped', scope: 'sets', setNumbers: ['1-1'], belowCents: 10_000 };

describe('alerts in the account area', () => {
  let area: TestAccountArea;
  let ann: TestBrowser;
  let bob: TestBrowser;
  beforeAll(async () => {
    area = await TestAccountArea.start({ WEBHOOK_TARGETS: 'loopback', RETAILER_A_NAME: 'Brick & Co' });
    await insertSet(area.db, { set_number: '1-1', title: 'Castle' });
    ann = await area.signedUp('ann@example.com');
    bob = await area.signedUp('bob@example.com');
  });
  afterAll(() => area.stop());

  const created = async <View>(browser: TestBrowser, path: string, body?: object): Promise<View> => {
    const answer = await browser.post(path, body);
    expect([answer.status, answer.body]).toEqual([201, expect.any(String)]);
    return answer.json<View>();
  };
  const addEndpoint = (browser: TestBrowser, url: string) =>
    created<{ endpoint: EndpointView; secret: string }>(browser, 'alerts/endpoints', { url, description: 'shop' });
  const verify = (endpoint: number) =>
    area.db.query('UPDATE events.endpoint SET verified_at = now() WHERE id = $1', [endpoint]);
  /** What happened to set 1-1, as a row of the log that is matched already: an alert of one account. */
  const alert = async (email: string, summary: string): Promise<number> => {
    const { rows } = await area.db.query<{ id: number }>(
      `WITH happened AS (
         INSERT INTO events.event (kind, subject, cause, set_id, occurred_at, facts)
         SELECT 'set.retired', 'set/1-1', gen_random_uuid(), id, now(),
           jsonb_build_object('setNumber', '1-1', 'title', $2::text, 'exitDay', '2026-11-01')
         FROM catalog.lego_set RETURNING id
       )
       INSERT INTO events.alert (account_id, event_id, fired_at)
       SELECT a.id, happened.id, now() FROM happened, access.account a WHERE a.email = $1
       RETURNING event_id::integer AS id`,
      [email, summary],
    );
    return rows[0]!.id;
  };

  describe('rules', () => {
    it('call the retailers by the names that the operator has given them', async () => {
      const made = await created<{ id: number; sentence: string }>(bob, 'alerts/rules', {
        ...RULE,
        retailer: 'retailer_a',
      });
      expect(made.sentence).toContain('by at least 5 %, at Brick & Co.');
      expect((await bob.get('session')).json()).toMatchObject({
        retailerNames: { retailer_a: 'Brick & Co', retailer_b: 'Retailer B' },
      });
      await bob.delete(`alerts/rules/${made.id}`);
    });

    it('are made, changed, paused and deleted, and say in words what they will tell', async () => {
      const made = await created<{ id: number }>(ann, 'alerts/rules', RULE);
      expect(made).toMatchObject({
        ...RULE,
        sentence:
          'Tells you when the price of 1-1 falls to $100.00 or below by at least 5 %, at either retailer. ' +
          'Again only after it was at $102.00 or above. At most once a day for each set. Goes to your inbox.',
        pausedAt: null,
      });
      const other = {
        name: 'news',
        kind: 'set.retiring',
        scope: 'holdings',
        rearmMinutes: 0,
        mail: true,
        digestAt: '08:00',
        timeZone: 'Europe/Paris',
      };
      const changed = await ann.post(`alerts/rules/${made.id}`, other);
      expect(changed.json()).toMatchObject({
        id: made.id,
        ...other,
        setNumbers: [],
        sentence:
          'Tells you when the last day on sale of a set you hold becomes known. ' +
          'Goes to your inbox and your mail once a day at 08:00 (Europe/Paris).',
      });
      expect((await ann.post(`alerts/rules/${made.id}/pause`)).status).toBe(204);
      const list = async () => (await ann.get('alerts/rules')).json<{ rules: { pausedAt: string | null }[] }>().rules;
      expect(await list()).toMatchObject([{ name: 'news', pausedAt: expect.any(String) }]);
      expect((await ann.post(`alerts/rules/${made.id}/resume`)).status).toBe(204);
      expect(await list()).toMatchObject([{ pausedAt: null }]);
      expect((await ann.delete(`alerts/rules/${made.id}`)).status).toBe(204);
      expect(await list()).toEqual([]);
      expect((await ann.delete(`alerts/rules/${made.id}`)).status).toBe(404);
    });

    it.each([
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ kind: 'nothing' }, 'kind'],
      [{ kind: 'month.published' }, 'scope'],
      [{ scope: 'everything' }, 'scope'],
      [{ scope: 'brickfolio' }, 'brickfolioId'],
      [{ scope: 'brickfolio', brickfolioId: 999_999 }, 'brickfolioId'],
      [{ setNumbers: [] }, 'setNumbers'],
      [{ setNumbers: ['9-9'] }, 'setNumbers'],
      [{ setNumbers: ['a b'] }, 'setNumbers'],
      [{ setNumbers: '1-1' }, 'setNumbers'],
      [{ retailer: 'retailer_c' }, 'retailer'],
      [{ kind: 'set.retired', belowCents: null, retailer: 'retailer_a' }, 'retailer'],
      [{ kind: 'value.moved' }, 'belowCents'],
      [{ belowCents: 0 }, 'belowCents'],
      [{ belowCents: 1.5 }, 'belowCents'],
      [{ minChangeCents: -1 }, 'minChangeCents'],
      [{ minChangePct: 101 }, 'minChangePct'],
      [{ hysteresisPct: 0 }, 'hysteresisPct'],
      [{ rearmMinutes: 527_041 }, 'rearmMinutes'],
      [{ mail: 'yes' }, 'mail'],
      [{ endpointIds: [999_999] }, 'endpointIds'],
      [{ endpointIds: ['1'] }, 'endpointIds'],
      [{ digestAt: '24:00' }, 'digestAt'],
      [{ quietFrom: '7' }, 'quietFrom'],
      [{ timeZone: 'Mars' }, 'timeZone'],
      [{ colour: 'red' }, 'colour'],
    ])('that make no sense are refused at the field, when adding, changing and trying: %j', async (wrong, field) => {
      const { id } = await created<{ id: number }>(ann, 'alerts/rules', RULE);
      for (const path of ['alerts/rules', `alerts/rules/${id}`, 'alerts/rules/try']) {
        // Trying sends nothing, so it asks nothing of endpoints and brickfolios.
        if (path.endsWith('try') && /^(endpointIds|brickfolioId|setNumbers)$/.test(field)) continue;
        const answer = await ann.post(path, { ...RULE, ...wrong });
        expect([path, answer.status, answer.json()]).toEqual([
          path,
          400,
          { error: { code: 'BadRequest', message: expect.stringMatching(/^[A-Z].*\.$/), field } },
        ]);
      }
      const { rules } = (await ann.get('alerts/rules')).json<{ rules: object[] }>();
      expect(rules).toMatchObject([RULE]);
      await ann.delete(`alerts/rules/${id}`);
    });

    it('are tried on the past year, from observations that the role itself cannot read', async () => {
      const { rows } = await area.db.query<{ id: number }>('SELECT id FROM catalog.lego_set');
      await area.db.query(
        `INSERT INTO source.retail_observation (set_id, retailer, observed_at, price_cents, in_stock, content)
         SELECT $1, 'retailer_a', now() - n * interval '30 days', CASE WHEN n % 2 = 0 THEN 11000 ELSE 9900 END,
                n % 2 = 1, n
         FROM generate_series(1, 20) n`,
        [rows[0]!.id],
      );
      const tried = async (rule: object) =>
        (await ann.post('alerts/rules/try', { ...RULE, ...rule })).json<{ count: number; latest: object[] }>();
      // It falls every 60 days, the last time 30 days ago: six times within 365.
      expect(await tried({})).toMatchObject({
        count: 6,
        sentence: expect.stringContaining('falls to $100.00'),
        latest: expect.arrayContaining([
          { at: expect.any(String), summary: expect.stringContaining('1-1 Castle: $99.00') },
        ]),
      });
      const returns = { kind: 'stock.returned', belowCents: null };
      expect(await tried(returns)).toMatchObject({ count: 6 });
      // As when it is watched: what was unknown between is no return.
      await area.db.query(
        `INSERT INTO source.retail_observation (set_id, retailer, observed_at, content)
         SELECT $1, 'retailer_a', now() - interval '45 days', 99`,
        [rows[0]!.id],
      );
      expect([(await tried(returns)).count, (await tried({})).count]).toEqual([5, 6]);
      expect(await tried({ retailer: 'retailer_b' })).toMatchObject({ count: 0, latest: [] });
    });

    it('that ask for a least change do so on the past year too, also of a seller that left', async () => {
      const { rows } = await area.db.query<{ id: number }>('SELECT id FROM catalog.lego_set');
      // The retailer sells at 100 and leaves; third parties ask 103, 110 and 150. Prices are unknown between.
      await area.db.query(
        `INSERT INTO source.retail_observation (set_id, retailer, observed_at, price_cents, seller_type, content)
         SELECT $1, 'retailer_b', now() - (40 - 10 * n + h) * interval '1 day', cents, seller::retail.seller_type, n
         FROM (VALUES (1, 2, 10000, 'retailer'), (1, 1, NULL, 'retailer'), (1, 0, 10300, 'third_party'),
                      (2, 2, 10000, 'retailer'), (2, 1, NULL, 'retailer'), (2, 0, 11000, 'third_party'),
                      (3, 2, 10000, 'retailer'), (3, 1, NULL, 'retailer'), (3, 0, 15000, 'third_party'))
           o (n, h, cents, seller)`,
        [rows[0]!.id],
      );
      const left = { kind: 'seller.third_party_only', retailer: 'retailer_b', belowCents: null, rearmMinutes: 0 };
      const count = async (rule: object) =>
        (await ann.post('alerts/rules/try', { ...RULE, ...left, ...rule })).json<{ count: number }>().count;
      expect([await count({}), await count({ minChangePct: 5 }), await count({ minChangeCents: 2_000 })]).toEqual([
        3, 2, 1,
      ]);
    });
  });

  describe('endpoints', () => {
    it('show their secret in the one answer that makes it, never in a list, a log line or the activity', async () => {
      const { endpoint, secret } = await addEndpoint(ann, 'http://127.0.0.1:9/hook?token=private');
      expect(secret).toMatch(/^whsec_/);
      expect(endpoint).toMatchObject({
        url: 'http://127.0.0.1:9/hook?token=private',
        state: 'unverified',
        verifiedAt: null,
      });
      const rotated = await ann.post(`alerts/endpoints/${endpoint.id}/rotate`);
      expect([rotated.status, rotated.headers['cache-control']]).toEqual([201, 'no-store']);
      const renewed = rotated.json<{ secret: string; endpoint: { previousUntil: string } }>();
      expect(renewed.secret).not.toBe(secret);
      const until = Date.parse(renewed.endpoint.previousUntil) - Date.now();
      expect(until).toBeGreaterThan(23 * 3_600_000);
      const shown = await Promise.all(
        ['alerts/endpoints', `alerts/endpoints/${endpoint.id}/deliveries`, 'audit'].map((path) => ann.get(path)),
      );
      const everything = [...shown.map(({ body }) => body), area.output].join('\n');
      for (const one of [secret, renewed.secret]) expect(everything).not.toContain(one);
      const kinds = shown[2]!.json<{ events: { kind: string; summary: string }[] }>().events;
      expect(kinds).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ kind: 'endpoint_rotated', summary: 'Endpoint 127.0.0.1:9 got a new secret' }),
          expect.objectContaining({ kind: 'endpoint_added', summary: 'Endpoint 127.0.0.1:9 was added' }),
        ]),
      );
    });

    it('are added, and get a new secret, only by whoever has proven it lately; the rest needs no proof', async () => {
      const carl = await area.signedUp('carl@example.com');
      const { endpoint } = await addEndpoint(carl, 'https://shop.example/hook');
      await area.makeStale();
      const path = `alerts/endpoints/${endpoint.id}`;
      for (const request of [
        carl.post('alerts/endpoints', { url: 'https://shop.example/hook' }),
        carl.post(`${path}/rotate`),
      ])
        expect((await request).code).toBe('StepUpRequired');
      expect((await carl.post(`${path}/pause`)).json()).toMatchObject({ state: 'paused' });
      expect(await carl.post(`${path}/test`)).toMatchObject({ status: 409, code: 'Conflict' });
      expect((await carl.post(`${path}/resume`)).json()).toMatchObject({ state: 'unverified' });
      expect((await carl.post(`${path}/test`)).json()).toMatchObject({ messageId: expect.stringMatching(/^msg_/) });
      expect((await carl.get(`${path}/deliveries`)).json()).toMatchObject({
        endpoint: { id: endpoint.id },
        deliveries: [{ state: 'pending', kind: 'endpoint.test', attempts: [] }],
        nextBefore: null,
      });
      expect((await carl.delete(path)).status).toBe(204);
      expect((await carl.get(`${path}/deliveries`)).status).toBe(404);
      await area.db.query('UPDATE identity.session SET verified_at = now()');
    });

    it.each([
      [{ url: '' }, 'url'],
      [{ url: 'shop' }, 'url'],
      [{ url: 'http://shop.example/' }, 'url'],
      [{ url: 'https://a:b@shop.example/' }, 'url'],
      [{ url: 'https://10.0.0.1/' }, 'url'],
      [{ url: 'https://0x0a.1/' }, 'url'],
      [{ url: 'https://169.254.169.254/' }, 'url'],
      [{ url: 'https://100.100.100.200/' }, 'url'],
      [{ url: 'https://0.0.0.0/' }, 'url'],
      [{ url: 'https://[::1]/' }, 'url'],
      [{ url: 'https://[::ffff:10.0.0.1]/' }, 'url'],
      [{ url: 'https://[fd00:ec2::254]/' }, 'url'],
      [{ url: 'https://[64:ff9b::a00:1]/' }, 'url'],
      [{ url: `https://shop.example/${'x'.repeat(2_000)}` }, 'url'],
      [{ url: 'https://shop.example/', description: 'x'.repeat(201) }, 'description'],
    ])('with an address that nothing may be sent to are refused at the field: %j', async (wrong, field) => {
      expect((await bob.post('alerts/endpoints', wrong)).json()).toMatchObject({
        error: { code: 'BadRequest', field },
      });
      expect((await bob.get('alerts/endpoints')).json()).toMatchObject({ endpoints: [] });
    });

    it('send again one delivery, all that failed or all since a time, and nothing else', async () => {
      const dora = await area.signedUp('dora@example.com');
      const { endpoint } = await addEndpoint(dora, 'https://shop.example/hook');
      const path = `alerts/endpoints/${endpoint.id}`;
      for (let count = 0; count < 3; count++) await dora.post(`${path}/test`);
      await area.db.query(`UPDATE events.delivery SET state = 'failed' WHERE endpoint_id = $1`, [endpoint.id]);
      expect(await dora.post(`${path}/replay`, { failed: true })).toMatchObject({ status: 409, code: 'Conflict' });
      await verify(endpoint.id);
      const { deliveries } = (await dora.get(`${path}/deliveries?limit=2`)).json<{ deliveries: { id: number }[] }>();
      expect(deliveries).toHaveLength(2);
      const rest = await dora.get(`${path}/deliveries?limit=2&before=${deliveries[1]!.id}`);
      expect(rest.json()).toMatchObject({ deliveries: [expect.anything()], nextBefore: null });
      const replay = async (body: object) => (await dora.post(`${path}/replay`, body)).json();
      expect(await replay({ deliveryId: deliveries[0]!.id })).toEqual({ replayed: 1, waiting: 0, retryAt: null });
      expect(await replay({ failed: true })).toMatchObject({ replayed: 2 });
      expect(await replay({ since: '2020-01-01T00:00:00Z' })).toMatchObject({ replayed: 0 });
      for (const none of [deliveries[0]!.id + 1_000, 9_007_199_254_740_991])
        expect(await replay({ deliveryId: none })).toMatchObject({
          error: { code: 'NotFound', message: expect.stringContaining(`There is no delivery ${none}`) },
        });
      for (const wrong of [{}, { failed: false }, { failed: true, deliveryId: 1 }, { since: 'yesterday' }])
        expect(await replay(wrong)).toMatchObject({ error: { code: 'BadRequest' } });
    });

    it('get no more tests than the limit when 200 are asked for at once, and say when there is another', async () => {
      const flo = await area.signedUp('flo@example.com');
      const { endpoint } = await addEndpoint(flo, 'https://flood.example/hook');
      const path = `alerts/endpoints/${endpoint.id}`;
      const answers = await Promise.all(Array.from({ length: 200 }, () => flo.post(`${path}/test`)));
      const refused = answers.filter(({ status }) => status !== 200);
      expect(answers.length - refused.length).toBe(20);
      for (const { status, code, headers, body } of refused) {
        expect([status, code]).toEqual([429, 'TooManyAttempts']);
        expect(Number(headers['retry-after'])).toBeGreaterThan(0);
        expect(body).toMatch(/Too many tests were sent by this account or to this host: try again in \d+ /);
      }
      const { rows } = await area.db.query('SELECT FROM events.delivery WHERE endpoint_id = $1', [endpoint.id]);
      expect(rows).toHaveLength(20);
    });

    it('rotate a few times a day, each secret signing for as long as was said, and then say when again', async () => {
      const gus = await area.signedUp('gus@example.com');
      const { endpoint } = await addEndpoint(gus, 'https://shop.example/hook');
      const rotate = () => gus.post(`alerts/endpoints/${endpoint.id}/rotate`);
      for (let count = 0; count < 4; count++) expect((await rotate()).status).toBe(201);
      expect(await rotate()).toMatchObject({
        status: 409,
        body: expect.stringMatching(/The secret was rotated too often: .* It can be rotated again in 24 hours\./),
      });
    });
  });

  it('count what is unread, and mark as read what was there', async () => {
    const first = await alert('ann@example.com', 'Castle');
    await alert('bob@example.com', 'Castle');
    const second = await alert('ann@example.com', 'Castle');
    const { alerts } = (await ann.get('alerts?limit=1')).json<{ alerts: object[] }>();
    expect(alerts).toMatchObject([
      {
        id: second,
        kind: 'set.retired',
        setNumber: '1-1',
        summary: expect.stringContaining('retired'),
        readAt: null,
      },
    ]);
    expect((await ann.get('alerts/unread')).json()).toEqual({ unread: 2, isMore: false });
    expect((await ann.post('alerts/read', { through: first })).json()).toEqual({ unread: 1, isMore: false });
    expect((await ann.get('alerts')).json()).toMatchObject({
      alerts: [
        { id: second, readAt: null },
        { id: first, readAt: expect.any(String) },
      ],
      nextBefore: null,
    });
    expect((await bob.get('alerts/unread')).json()).toEqual({ unread: 1, isMore: false });
  });

  it("show nobody another's rules, endpoints, log or inbox, and let nobody touch them", async () => {
    const rule = await created<{ id: number }>(ann, 'alerts/rules', RULE);
    const { endpoint } = await addEndpoint(ann, 'https://shop.example/hook');
    await ann.post(`alerts/endpoints/${endpoint.id}/test`);
    await alert('ann@example.com', 'secret of Ann');
    const eve = await area.signedUp('eve@example.com');
    for (const path of ['alerts', 'alerts/rules', 'alerts/endpoints'])
      expect((await eve.get(path)).json()).toMatchObject(
        path === 'alerts' ? { alerts: [] } : path === 'alerts/rules' ? { rules: [] } : { endpoints: [] },
      );
    expect((await eve.get('alerts/unread')).json()).toMatchObject({ unread: 0 });
    await eve.post('alerts/read', { through: 2_147_483_647 });
    expect((await ann.get('alerts/unread')).json<{ unread: number }>().unread).toBeGreaterThan(0);
    const own = `alerts/endpoints/${endpoint.id}`;
    for (const request of [
      eve.get(`${own}/deliveries`),
      ...['rotate', 'pause', 'resume', 'test'].map((verb) => eve.post(`${own}/${verb}`)),
      eve.post(`${own}/replay`, { failed: true }),
      eve.delete(own),
      eve.post(`alerts/rules/${rule.id}`, RULE),
      eve.post(`alerts/rules/${rule.id}/pause`),
      eve.post(`alerts/rules/${rule.id}/resume`),
      eve.delete(`alerts/rules/${rule.id}`),
    ])
      expect((await request).status).toBe(404);
    const foreign = await eve.post('alerts/rules', { ...RULE, endpointIds: [endpoint.id] });
    expect(foreign.json()).toMatchObject({ error: { field: 'endpointIds' } });
    expect((await ann.get('alerts/endpoints')).json<{ endpoints: EndpointView[] }>().endpoints.at(-1)).toMatchObject({
      id: endpoint.id,
      state: 'unverified',
    });
    for (const path of ['alerts', 'alerts/unread', 'alerts/rules', 'alerts/endpoints'])
      expect((await area.browser().get(path)).code).toBe('NotSignedIn');
  });

  it('are separated by the database too: its role sees no row of another account, and never a secret', async () => {
    const role = new Pool({ connectionString: area.databaseUrl, max: 1, options: '-c role=brickmarket_account' });
    const account = await area.accountId('ann@example.com');
    const eve = await area.accountId('eve@example.com');
    await area.db.query(
      `INSERT INTO events.event (kind, subject, cause, account_id, occurred_at, facts)
       SELECT 'key.expiring', 'key/' || id, 'x', id, now(), '{}' FROM access.account`,
    );
    await area.db.query(
      `INSERT INTO events.attempt (delivery_id, started_at, duration_ms) SELECT id, now(), 1 FROM events.delivery`,
    );
    const as = async (id: number): Promise<void> => {
      await role.query(`SELECT set_config('brickmarket.account_id', $1, false)`, [String(id)]);
    };
    const accountsIn = async (table: string): Promise<(number | null)[]> =>
      (await role.query<{ id: number | null }>(`SELECT DISTINCT account_id AS id FROM events.${table}`)).rows.map(
        ({ id }) => id,
      );
    const count = async (table: string): Promise<number> =>
      Number((await role.query<{ count: string }>(`SELECT count(*) FROM events.${table}`)).rows[0]!.count);
    await as(account);
    for (const table of ['rule', 'endpoint', 'alert', 'delivery'])
      expect([table, await accountsIn(table)]).toEqual([table, [account]]);
    expect(new Set(await accountsIn('event'))).toEqual(new Set([null, account]));
    expect([await count('rule_set'), await count('attempt')]).toEqual([expect.any(Number), expect.any(Number)]);
    expect(Math.min(await count('rule_set'), await count('attempt'))).toBeGreaterThan(0);
    await as(eve);
    for (const table of ['rule', 'rule_set', 'rule_endpoint', 'endpoint', 'alert', 'delivery', 'attempt'])
      expect([table, await count(table)]).toEqual([table, 0]);
    expect(await accountsIn('event')).toEqual(expect.not.arrayContaining([account]));
    for (const statement of [
      'UPDATE events.alert SET read_at = now()',
      `UPDATE events.delivery SET state = 'pending'`,
      'UPDATE events.endpoint SET disabled_at = now()',
      'UPDATE events.rule SET paused_at = now()',
      'DELETE FROM events.delivery',
      'DELETE FROM events.rule_state',
      'DELETE FROM events.rule_set',
      'DELETE FROM events.rule',
      'DELETE FROM events.endpoint',
    ])
      expect([statement, (await role.query(statement)).rowCount]).toEqual([statement, 0]);
    const foreign = await role.query<{ rotated: null; sent: null }>(
      `SELECT events.rotate_endpoint(id, 'whsec_x', 'whsk_x', 'whpk_x', now()) AS rotated,
              events.test_endpoint(id, now()) AS sent FROM generate_series(1, 1000) id GROUP BY 1, 2`,
    );
    expect(foreign.rows).toEqual([{ rotated: null, sent: null }]);
    const others = await role.query(
      `SELECT (SELECT count(*) FROM events.send_test(id, now())) AS tests,
              (SELECT replayed FROM events.replay(NULL, '2020-01-01', id, now())) AS replayed
       FROM generate_series(1, 1000) id GROUP BY 1, 2`,
    );
    expect(others.rows).toEqual([{ tests: '0', replayed: 0 }]);
    await expect(
      role.query(
        `INSERT INTO events.endpoint (account_id, url, description, secret, private_key, public_key, created_at)
         VALUES ($1, 'https://x', '', 'whsec_x', 'whsk_x', 'whpk_x', now())`,
        [account],
      ),
    ).rejects.toThrow('row-level security');
    for (const statement of [
      'SELECT secret FROM events.endpoint',
      'SELECT private_key FROM events.endpoint',
      'SELECT previous_secret FROM events.endpoint',
      'SELECT secret FROM events.previous_secret',
      'UPDATE events.endpoint SET verified_at = now()',
      'DELETE FROM events.send_allowance',
      `SELECT events.grant_sends('test', 1, 'x', 1, now())`,
      `UPDATE events.endpoint SET url = 'https://x'`,
      'UPDATE events.endpoint SET account_id = 1',
      'UPDATE events.rule SET account_id = 1',
      'INSERT INTO events.alert VALUES (1, 1, now())',
      `INSERT INTO events.delivery (account_id, event_id, rule_ids, due_at) VALUES (1, 1, '{}', now())`,
      `INSERT INTO events.event (kind, subject, cause, occurred_at, facts) VALUES ('x', 'x', 'x', now(), '{}')`,
      'INSERT INTO events.attempt (delivery_id, started_at, duration_ms) VALUES (1, now(), 1)',
      'SELECT * FROM events.pending',
      'SELECT events.take_pending(1, now())',
      `SELECT events.record_matches('{1}', '[]', now())`,
      `SELECT events.switch_off(1, 'x', now())`,
      'SELECT * FROM source.retail_observation',
    ])
      await expect(role.query(statement)).rejects.toThrow('permission denied');
    await role.end();
  });
});
