import { insertSet } from '../support/catalog-builders.ts';
import { defaultBrickfolio, insertHolding } from '../support/portfolio-builders.ts';
import { type AreaAnswer, TestAccountArea, type TestBrowser } from '../support/test-account-area.ts';
import { insertValue } from '../support/value-builders.ts';

interface Inbox {
  readonly alerts: readonly {
    readonly id: number;
    readonly stake: { readonly sentence: string; readonly gainCents: number | null } | null;
    readonly rules: readonly string[];
  }[];
}

const WRONG = 'A'.repeat(43);

describe('what alerts say of the own copies, in the inbox and as a feed', () => {
  let area: TestAccountArea;
  let ann: TestBrowser;
  let bob: TestBrowser;
  let now = Date.parse('2026-11-15T12:00:00Z');
  let readers = 0;

  beforeAll(async () => {
    area = await TestAccountArea.start({}, { now: () => new Date(now) });
    ann = await area.signedUp('ann@example.com');
    bob = await area.signedUp('bob@example.com');
    for (const [setNumber, title] of [
      ['1-1', 'Castle & <Moat>'],
      ['2-1', 'Moon Base'],
      ['3-1', 'Truck'],
    ] as const) {
      const id = await insertSet(area.db, { set_number: setNumber, title });
      if (setNumber !== '3-1') await insertValue(area.db, id, 'sealed', { value_cents: 15_000 });
      if (setNumber === '1-1') await insertValue(area.db, id, 'used', { value_cents: 9_000 });
    }
    const shelf = await defaultBrickfolio(area.db, await area.accountId('ann@example.com'));
    await insertHolding(area.db, shelf, '1-1', { quantity: 2, purchase_price_cents: 10_000 });
    await insertHolding(area.db, shelf, '1-1', { purchase_price_cents: null });
    await insertHolding(area.db, shelf, '1-1', { condition: 'used', purchase_price_cents: 9_500 });
    await insertHolding(area.db, shelf, '3-1', { purchase_price_cents: null });
  });
  afterAll(() => area.stop());

  const alert = async (email: string, kind: string, set: string, facts: object, rule: string | null = null) => {
    const { rows } = await area.db.query<{ id: number }>(
      `WITH happened AS (
         INSERT INTO events.event (kind, subject, cause, set_id, occurred_at, facts, old_cents, new_cents)
         SELECT $2, 'set/' || set_number, gen_random_uuid(), id, '2026-11-15T11:00:00Z',
           jsonb_build_object('setNumber', set_number, 'title', title) || $4::jsonb, 12000, 8999
         FROM catalog.lego_set WHERE set_number = $3 RETURNING id
       )
       INSERT INTO events.alert (account_id, event_id, fired_at, rule_ids)
       SELECT a.id, happened.id, now(), ARRAY(SELECT id FROM events.rule WHERE name = $5)
       FROM happened, access.account a WHERE a.email = $1
       RETURNING event_id::integer AS id`,
      [email, kind, set, JSON.stringify(facts), rule],
    );
    return rows[0]!.id;
  };
  /** A feed reader that has no session, at an address of its own. */
  const read = (url: string, headers: Readonly<Record<string, string>> = {}): Promise<AreaAnswer> =>
    area.browser(`198.51.100.${++readers}`).send('GET', new URL(url).pathname, undefined, headers);
  const newFeed = async (browser: TestBrowser): Promise<string> => {
    const answer = await browser.post('alerts/feed');
    expect(answer.status).toBe(201);
    return answer.json<{ url: string }>().url;
  };

  it('says what was paid and what selling would leave, by condition, and what an offer would', async () => {
    const rule = { name: 'cheap', kind: 'price.dropped', scope: 'sets', setNumbers: ['1-1'], belowCents: 10_000 };
    expect((await ann.post('alerts/rules', rule)).status).toBe(201);
    const dropped = { retailer: 'retailer_a' };
    const ids = [
      await alert('ann@example.com', 'price.dropped', '1-1', dropped, 'cheap'),
      await alert('ann@example.com', 'value.moved', '1-1', { condition: 'used' }),
      await alert('ann@example.com', 'price.dropped', '2-1', dropped),
      await alert('ann@example.com', 'set.retired', '2-1', { exitDay: '2026-11-01' }),
      await alert('ann@example.com', 'set.retired', '3-1', { exitDay: '2026-11-01' }),
    ];
    const { alerts } = (await ann.get('alerts')).json<Inbox>();
    const byId = new Map(alerts.map((one) => [one.id, one]));
    // BrickLink takes 3 %, PayPal 3.49 % and 49 cents: of 150.00 there remain 139.77, of 90.00 there remain 83.67.
    expect(ids.map((id) => byId.get(id)!.stake)).toEqual([
      {
        sentence:
          'You have 3 sealed; you paid $200.00 for the 2 of known price. ' +
          'Sold on BrickLink, all 3 leave you $419.31',
        gainCents: 7_954,
      },
      { sentence: 'You have 1 used; you paid $95.00. Sold on BrickLink, it leaves you $83.67', gainCents: -1_133 },
      {
        sentence: 'You have none. Bought for $89.99 and sold on BrickLink, one leaves you $139.77',
        gainCents: 4_978,
      },
      null,
      {
        sentence: 'You have 1 sealed; what you paid is not recorded. No price is known on a marketplace that you use',
        gainCents: null,
      },
    ]);
    expect(ids.map((id) => byId.get(id)!.rules)).toEqual([['cheap'], [], [], [], []]);
  });

  it('opens under a secret address without a session, with the alerts of that account alone', async () => {
    await alert('bob@example.com', 'set.retired', '2-1', { exitDay: '2026-10-10' });
    expect((await ann.get('alerts/feed')).json()).toEqual({ createdAt: null });
    const [annUrl, bobUrl] = [await newFeed(ann), await newFeed(bob)];
    expect(annUrl).toMatch(new RegExp(`^${area.origin}/account/feeds/[\\w-]{43}$`));
    expect((await ann.get('alerts/feed')).json()).toEqual({ createdAt: new Date(now).toISOString() });
    const [annFeed, bobFeed] = [await read(annUrl), await read(bobUrl)];
    expect([annFeed.status, bobFeed.status]).toEqual([200, 200]);
    expect(annFeed.headers['content-type']).toBe('application/rss+xml; charset=utf-8');
    expect(annFeed.body).toContain('<title>1-1 Castle &amp; &lt;Moat&gt;: $89.99');
    expect(annFeed.body).toContain('all 3 leave you $419.31 (+$79.54). Rule: cheap</description>');
    expect(annFeed.body.match(/<item>/g)).toHaveLength(5);
    expect(annFeed.body).not.toContain('10 Oct 2026');
    expect(bobFeed.body).toContain('10 Oct 2026');
    expect(bobFeed.body.match(/<item>/g)).toHaveLength(1);
    expect(bobFeed.body).not.toContain('You have');
  });

  it('stores no secret, and neither the log of requests nor that of the account has it', async () => {
    const url = await newFeed(ann);
    const secret = url.split('/').at(-1)!;
    expect((await read(url)).status).toBe(200);
    await area.printed('/account/feeds/:secret');
    expect(area.output).not.toContain(secret);
    const { rows } = await area.db.query<{ row: string }>(
      `SELECT f::text || (SELECT string_agg(a::text, '') FROM identity.audit_event a) AS row FROM events.feed f`,
    );
    expect(rows).toHaveLength(2);
    for (const { row } of rows) {
      expect(row).not.toContain(secret);
      expect(row).toContain('The feed of the alerts got a new address');
    }
  });

  it('may be kept for some minutes by its reader alone, and answers 304 while nothing changes', async () => {
    const url = await newFeed(ann);
    const first = await read(url);
    expect(first.headers['cache-control']).toBe('private, max-age=300');
    const tag = first.headers['etag'] as string;
    const again = await read(url, { 'if-none-match': `W/${tag}` });
    expect([again.status, again.body]).toEqual([304, '']);
    await alert('ann@example.com', 'set.retired', '2-1', { exitDay: '2026-11-02' });
    expect((await read(url, { 'if-none-match': tag })).status).toBe(200);
  });

  it('is not found under an old, an ended or a wrong address', async () => {
    const old = await newFeed(ann);
    const renewed = await newFeed(ann);
    expect([(await read(old)).status, (await read(renewed)).status]).toEqual([404, 200]);
    expect((await ann.delete('alerts/feed')).status).toBe(204);
    expect((await read(renewed)).status).toBe(404);
    expect((await ann.delete('alerts/feed')).status).toBe(204);
    for (const wrong of [WRONG, 'short', `${WRONG}A`, '%00', "'"]) {
      const answer = await read(`${area.origin}/account/feeds/${wrong}`);
      expect([wrong, answer.status, answer.code]).toEqual([wrong, 404, 'NotFound']);
    }
  });

  it('is made only with a fresh proof of identity and from the page itself, and ended without one', async () => {
    expect((await area.browser().post('alerts/feed')).status).toBe(401);
    expect((await bob.post('alerts/feed', undefined, { 'sec-fetch-site': 'cross-site' })).code).toBe('CrossSite');
    const verified = (sign: string) =>
      area.db.query(`UPDATE identity.session SET verified_at = verified_at ${sign} interval '11 minutes'`);
    await verified('-');
    expect((await bob.post('alerts/feed')).code).toBe('StepUpRequired');
    expect((await bob.delete('alerts/feed')).status).toBe(204);
    await verified('+');
  });

  it('answers so many requests of a network and for an address within a minute', async () => {
    const url = await newFeed(bob);
    now += 60_000;
    const statuses = [];
    for (let request = 0; request < 13; request++) statuses.push((await read(url)).status);
    expect(statuses).toEqual([...Array<number>(12).fill(200), 429]);
    const guesser = area.browser('203.0.113.77');
    const guess = (number: number): Promise<AreaAnswer> =>
      guesser.send('GET', `/account/feeds/${String(number).padStart(43, '0')}`, undefined, {});
    for (let number = 0; number < 60; number++) expect((await guess(number)).status).toBe(404);
    const refused = await guess(60);
    expect([refused.status, refused.code, Number(refused.headers['retry-after']) > 0]).toEqual([
      429,
      'TooManyAttempts',
      true,
    ]);
    now += 60_000;
    expect([(await guess(61)).status, (await read(url)).status]).toEqual([404, 200]);
  });
});
