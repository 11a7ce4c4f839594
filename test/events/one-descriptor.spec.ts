import { type AtRetailer, EventKinds, RETAIL_FIELDS, setName, setPage } from '@brickmarket/alerts';
import { type EventKind, RETAIL_CHANGES, type RetailChange, systemClock } from '@brickmarket/domain';
import { Deliverer, importRetailPrices } from '@brickmarket/operations';
import { AlertRules, DeliveryQueue, EventLog, RetailImport } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { Extensions } from '@brickmarket/service-runtime/extensions';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { HttpWebhookSender } from '../../apps/cli/src/deliver/http-webhook-sender.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { eventually } from '../support/eventually.ts';
import { ImportFolder } from '../support/import-folder.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { Receiver } from '../support/receivers.ts';
import { runHere } from '../support/run-here.ts';
import { TestAccountArea, type TestBrowser } from '../support/test-account-area.ts';

const DAY = 86_400_000;
const ALL = { kind: null, setNumber: null, since: null, limit: 1_000 };
const EMAIL = 'ann@example.com';

/** A kind as an extension would hand it over: all that this file says about it. */
const PRICE_ROSE = {
  name: 'price.rose',
  summary: 'A price at a retailer has risen',
  data: {
    ...RETAIL_FIELDS,
    rise_usd: {
      schema: { type: 'number', exclusiveMinimum: 0 },
      value: ({ oldCents, newCents }) => (newCents! - oldCents!) / 100,
    },
  },
  sentence: (event) => `${setName(event)}: dearer by $${((event.newCents! - event.oldCents!) / 100).toFixed(2)}`,
  page: setPage,
  rule: {
    title: 'A price rises',
    when: ({ set }) => `the price of ${set} rises`,
    watches: 'sets',
    byRetailer: true,
    priceLimit: 'none',
    byChange: true,
    defaults: { minChangePct: 10, rearmMinutes: 0 },
    source: { from: 'retail', change: 'price_rose' },
  },
} as const satisfies EventKind<AtRetailer>;

/** A kind for each change that imports can find. */
const kindOfChange = (change: RetailChange): EventKind => ({
  ...PRICE_ROSE,
  name: `change.${change}`,
  rule: { ...PRICE_ROSE.rule, source: { from: 'retail', change } },
});

const extensions = new Extensions([
  { extensionVersion: 1, name: 'price', eventKinds: [PRICE_ROSE] },
  { extensionVersion: 1, name: 'change', eventKinds: RETAIL_CHANGES.map(kindOfChange) },
]);
const { kinds } = extensions;
const NAMES = kinds.all.map(({ name }) => name);
const WATCHABLE = kinds.watchable.map(({ name }) => name);

describe('a kind of event that is defined by one descriptor', () => {
  const folder = new ImportFolder();
  let area: TestAccountArea;
  let stores: Stores;
  let ann: TestBrowser;
  let accountId: number;
  let files = 0;

  beforeAll(async () => {
    area = await TestAccountArea.start({ WEBHOOK_TARGETS: 'loopback' }, systemClock, extensions);
    stores = new Stores(area.owner);
    ann = await area.signedUp(EMAIL);
    accountId = await area.accountId(EMAIL);
    await insertSet(area.db, { set_number: '1-1', title: 'Castle' });
    await insertSet(area.db, { set_number: '2-1', title: 'Tower' });
  });
  afterAll(() => area.stop());

  /** Imports one observation alone, as of so many days ago. */
  async function see(setNumber: string, daysAgo: number, price = '', seller = '', stock = ''): Promise<void> {
    const at = new Date(Date.now() - daysAgo * DAY).toISOString();
    const file = folder.write(
      `${++files}.csv`,
      'retailer,set_number,observed_at,price_usd,seller_type,in_stock\n' +
        `retailer_a,${setNumber},${at},${price},${seller},${stock}\n`,
    );
    const { counts } = await importRetailPrices(stores.get(RetailImport), [file], { kinds });
    expect(counts['retail prices']).toMatchObject({ inserted: 1, rejected: 0 });
  }

  /** Delivers as a process with these kinds does. */
  async function deliverUntil(
    known: EventKinds,
    what: string,
    isDone: () => Promise<boolean> | boolean,
  ): Promise<void> {
    const database = await Database.connect({ url: area.databaseUrl, applicationName: 'spec', poolSize: 4 });
    const context = {
      kinds: known,
      queue: new Stores(database).get(DeliveryQueue),
      sender: new HttpWebhookSender({ targets: 'loopback' }),
      mailer: { isAvailable: false, send: () => Promise.resolve() },
      accountUrl: '',
      clock: systemClock,
      report: () => undefined,
    };
    const stopping = new AbortController();
    const running = new Deliverer(context).run(stopping.signal);
    try {
      await eventually(what, isDone);
    } finally {
      stopping.abort();
      await running;
      await database.close();
    }
  }

  it('is offered with the conditions that it has, validated by them, and said in its own words', async () => {
    const listed = (await ann.get('alerts/rules')).json<{ kinds: object[] }>().kinds;
    expect(listed).toContainEqual({
      name: 'price.rose',
      title: 'A price rises',
      watches: 'sets',
      byRetailer: true,
      priceLimit: 'none',
      byChange: true,
      minChangePct: 10,
      rearmMinutes: 0,
    });
    const rule = { name: 'up', kind: 'price.rose', scope: 'sets', setNumbers: ['1-1'] };
    const limited = await ann.post('alerts/rules', { ...rule, belowCents: 100 });
    expect(limited.json()).toMatchObject({ error: { field: 'belowCents' } });
    const unwatched = await ann.post('alerts/rules', { ...rule, scope: 'account' });
    expect(unwatched.json()).toMatchObject({ error: { field: 'scope' } });
    expect((await ann.post('alerts/rules', rule)).json()).toMatchObject({
      kind: 'price.rose',
      minChangePct: 10,
      sentence: 'Tells you when the price of 1-1 rises by at least 10 %, at either retailer. Goes to your inbox.',
    });
  });

  it('is recorded, fires, is sent as documented and listed in its own words, and its past is found', async () => {
    const receiver = await Receiver.start();
    const added = await ann.post('alerts/endpoints', { url: receiver.at('/hook'), description: '' });
    const { id } = added.json<{ endpoint: { id: number } }>().endpoint;
    await area.db.query('UPDATE events.endpoint SET verified_at = now()');
    await ann.post('alerts/rules', {
      name: 'x',
      kind: 'price.rose',
      scope: 'sets',
      setNumbers: ['1-1'],
      endpointIds: [id],
    });
    for (const [daysAgo, price] of [
      [400, '80'],
      [300, '90'],
      [4, '70'],
      [3, '71'],
      [2, '100'],
    ] as const)
      await see('1-1', daysAgo, price);
    await deliverUntil(kinds, 'it is sent', () => receiver.of('/hook').length === 1);
    await receiver.stop();
    const body = JSON.parse(receiver.of('/hook')[0]!.body) as object;
    expect(body).toMatchObject({
      type: 'price.rose',
      data: { set_number: '1-1', title: 'Castle', retailer: 'retailer_a', rise_usd: 29 },
    });
    expect(validatorOf(await documentedWebhooks(), 'price.rose')(body)).toBe(true);
    const { alerts } = (await ann.get('alerts')).json<{ alerts: object[] }>();
    expect(alerts).toMatchObject([{ kind: 'price.rose', summary: '1-1 Castle: dearer by $29.00', setNumber: '1-1' }]);

    const tried = await ann.post('alerts/rules/try', {
      name: 'x',
      kind: 'price.rose',
      scope: 'sets',
      setNumbers: ['1-1'],
    });
    expect(tried.json()).toMatchObject({
      count: 2,
      latest: [{ summary: '1-1 Castle: dearer by $29.00' }, { summary: '1-1 Castle: dearer by $10.00' }],
    });
    const cli = (...args: string[]) => runHere(args, { DATABASE_URL: area.databaseUrl }, extensions);
    const rule = ['--account', EMAIL, '--type', 'price.rose', '--sets', '1-1'];
    expect((await cli('rules', 'try', ...rule)).stdout).toContain('would have fired 2 times in the past year');
    expect((await cli('rules', 'add', ...rule)).stdout).toContain('price.rose of 1-1');
    expect((await cli('events', 'list', '--type', 'price.rose')).stdout).toContain('dearer by $1.00');
  });

  it('has the same past as was recorded while it happened, for every change that imports can find', async () => {
    for (const [index, seen] of [
      ['10', 'retailer', 'true'],
      ['8', 'retailer', 'false'],
      ['', '', ''],
      ['9', 'third_party', 'true'],
      ['9', '', 'false'],
      ['', 'retailer', 'true'],
      ['7', 'third_party', ''],
      ['12', 'retailer', 'false'],
      ['7', 'retailer', 'false'],
    ].entries())
      await see('2-1', 20 - index, ...seen);
    const log = await stores.get(EventLog).list({ ...ALL, setNumber: '2-1' });
    const brief = (events: typeof log) =>
      events
        .map(({ occurredAt, oldCents, newCents }) => ({ at: occurredAt.getTime(), oldCents, newCents }))
        .toSorted((a, b) => a.at - b.at);
    for (const change of RETAIL_CHANGES) {
      const kind = kindOfChange(change);
      const recorded = log.filter((event) => event.kind === kind.name);
      expect([change, recorded.length]).not.toEqual([change, 0]);
      const past = await stores
        .get(AlertRules)
        .listPast(
          accountId,
          { kind: kind.name, watch: { scope: 'sets', setNumbers: ['2-1'] }, source: kind.rule!.source },
          new Date(0),
        );
      expect([change, brief(past)]).toEqual([change, brief(recorded)]);
      expect(past.map((event) => event.kind)).toEqual(past.map(() => kind.name));
    }
  });

  it('is not sent as anything else by a process that does not know it: the attempt says why', async () => {
    const receiver = await Receiver.start();
    const url = receiver.at('/hook');
    await area.db.query('DELETE FROM events.delivery');
    await area.db.query('UPDATE events.endpoint SET url = $1', [url]);
    // Another address is not verified.
    await area.db.query('UPDATE events.endpoint SET verified_at = now()');
    await area.db.query(
      `INSERT INTO events.delivery (account_id, event_id, endpoint_id, rule_ids, due_at)
       SELECT p.account_id, (SELECT max(id) FROM events.event WHERE kind = 'price.rose'), p.id, '{}', now()
       FROM events.endpoint p`,
    );
    const attempts = async (): Promise<object[]> => {
      const sql = 'SELECT a.error, d.state FROM events.attempt a JOIN events.delivery d ON d.id = a.delivery_id';
      return (await area.db.query<{ error: string; state: string }>(sql)).rows;
    };
    await deliverUntil(new EventKinds(), 'an attempt is recorded', async () => (await attempts()).length > 0);
    await receiver.stop();
    expect((await attempts())[0]).toEqual({
      error: 'this process does not know the event kind price.rose',
      state: 'pending',
    });
    expect(receiver.received).toEqual([]);
  });

  describe('as every one of ours', () => {
    it('is in the OpenAPI document, and nothing else is', async () => {
      const webhooks = await documentedWebhooks();
      expect(Object.keys(webhooks)).toEqual(NAMES);
      for (const name of NAMES) expect(() => validatorOf(webhooks, name)).not.toThrow();
    });

    it('is offered in the account area and on the command line, if a rule can watch it', async () => {
      const listed = (await ann.get('alerts/rules')).json<{ kinds: { name: string }[] }>().kinds;
      expect(listed.map(({ name }) => name)).toEqual(WATCHABLE);
      const { stdout } = await runHere(['rules', 'add', '--help'], {}, extensions);
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`one of ${WATCHABLE.join(', ')} `);
    });

    it.each(kinds.watchable)('can be watched and tried on the past year: $name', async ({ name, rule }) => {
      const scope = rule.watches === 'account' ? 'account' : 'holdings';
      const body = { name: 'x', kind: name, scope };
      const tried = await ann.post('alerts/rules/try', body);
      expect([tried.status, tried.json()]).toEqual([200, expect.objectContaining({ sentence: expect.any(String) })]);
      const created = await ann.post('alerts/rules', body);
      expect([created.status, created.json()]).toEqual([201, expect.objectContaining({ kind: name })]);
      await ann.delete(`alerts/rules/${created.json<{ id: number }>().id}`);
    });
  });

  const documentedWebhooks = async (): Promise<Webhooks> => {
    const api = await InProcessApi.start(area.databaseUrl, {}, extensions);
    try {
      return ((await (await fetch(`${api.url}/openapi.json`)).json()) as { webhooks: Webhooks }).webhooks;
    } finally {
      await api.stop();
    }
  };
});

type Webhooks = Readonly<
  Record<string, { post: { requestBody: { content: { 'application/json': { schema: object } } } } }>
>;

function validatorOf(webhooks: Webhooks, name: string) {
  const ajv = new Ajv2020({ strict: false });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  return ajv.compile(webhooks[name]!.post.requestBody.content['application/json'].schema);
}
