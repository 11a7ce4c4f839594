import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventKind } from '@brickmarket/domain';
import { systemClock } from '@brickmarket/domain';
import type { Extension } from '@brickmarket/extension';
import { Deliverer } from '@brickmarket/operations';
import { DeliveryQueue } from '@brickmarket/persistence-ports';
import { Database, migrateExtensions, Stores } from '@brickmarket/persistence-postgres';
import { Extensions } from '@brickmarket/service-runtime/extensions';
import { eventually } from '../support/eventually.ts';
import { runHere } from '../support/run-here.ts';
import { TestAccountArea, type TestBrowser } from '../support/test-account-area.ts';
import { AN_EXTENSION, Broken } from './extension-builders.ts';
import wishlist from './wishlist/index.ts';

const fails = (): never => {
  throw new Error('a secret of the extension');
};
/** A kind that fails whenever it is asked for words. */
const MUTE: EventKind = {
  ...wishlist.eventKinds[0],
  name: 'broken.happened',
  data: { about: { schema: { type: 'string' }, value: fails } },
  sentence: fails,
  page: fails,
  rule: { ...wishlist.eventKinds[0].rule, title: 'Something breaks', when: fails },
};
const BROKEN: Extension = {
  ...AN_EXTENSION,
  name: 'broken',
  account: { controllers: [Broken] },
  eventKinds: [MUTE],
};
const extensions = new Extensions([wishlist, BROKEN]);

it('changes nothing in the repository but the line of the configuration: no source of ours names it', () => {
  const sources = ['apps', 'libs'].flatMap((top) =>
    readdirSync(top)
      .map((name) => join(top, name, 'src'))
      .filter((folder) => existsSync(folder))
      .flatMap((folder) =>
        readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name)),
      ),
  );
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter((file) => /wishlist/i.test(readFileSync(file, 'utf8')))).toEqual([]);
});

describe('an extension in the account area', () => {
  let area: TestAccountArea;
  let ann: TestBrowser;
  let bob: TestBrowser;
  beforeAll(async () => {
    area = await TestAccountArea.start({}, systemClock, extensions);
    await migrateExtensions(area.databaseUrl, extensions.all);
    ann = await area.signedUp('ann@example.com');
    bob = await area.signedUp('bob@example.com', '203.0.113.2');
  });
  afterAll(() => area.stop());

  it('has routes for people who are signed in, each of whom sees what is theirs', async () => {
    expect((await area.browser().get('x/wishlist/wishes')).code).toBe('NotSignedIn');
    const added = await ann.post('x/wishlist/wishes', { set_number: '1-1' });
    expect([added.status, added.json()]).toMatchObject([201, { set_number: '1-1', note: '' }]);
    expect((await ann.get('x/wishlist/wishes?limit=5')).json()).toMatchObject({ wishes: [{ set_number: '1-1' }] });
    expect((await bob.get('x/wishlist/wishes')).json()).toEqual({ wishes: [] });
    const { id } = added.json<{ id: number }>();
    expect((await bob.delete(`x/wishlist/wishes/${id}`)).json()).toEqual({
      error: { code: 'NotFound', message: 'There is no such wish.' },
    });
  });

  it('is as strict as ours: fields by name, and no request of another site', async () => {
    const refused = await ann.post('x/wishlist/wishes', { set_number: '1-1', colour: 'red' });
    expect(refused.json()).toMatchObject({ error: { code: 'BadRequest', field: 'colour' } });
    expect((await ann.get('x/wishlist/wishes?limit=many')).json()).toMatchObject({ error: { field: 'limit' } });
    const foreign = await ann.post('x/wishlist/wishes', { set_number: '9-9' }, { 'sec-fetch-site': 'cross-site' });
    expect(foreign.code).toBe('CrossSite');
  });

  it('has a page in the menu, drawn by a script that the area serves', async () => {
    expect((await ann.get('session')).json()).toMatchObject({
      extensionPages: [{ name: 'wishlist', title: 'Wishlist' }],
    });
    const script = await ann.send('GET', '/account/x/wishlist/page.js', undefined, {});
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(script.body).toContain('export function mount');
    expect((await ann.send('GET', '/account/x/other/page.js', undefined, {})).code).toBe('NotFound');
  });

  it('tells of its own kind of event whoever has a rule for it, and nobody else', async () => {
    const rule = { name: 'wishes', kind: 'wishlist.granted', scope: 'account' };
    expect((await ann.post('alerts/rules', rule)).json()).toMatchObject({
      sentence: 'Tells you when one of your wishes comes true. Goes to your inbox.',
    });
    await bob.post('alerts/rules', rule);
    const { id } = (await ann.post('x/wishlist/wishes', { set_number: '2-1' })).json<{ id: number }>();
    expect((await ann.post(`x/wishlist/wishes/${id}/grant`)).status).toBe(201);
    await matched(area.databaseUrl, async () => (await inbox(ann)).length === 1);
    expect(await inbox(ann)).toMatchObject([{ summary: 'Your wish for 2-1 has come true' }]);
    expect(await inbox(bob)).toEqual([]);
  });

  it('that fails is answered 500, and its kinds without words break neither the inbox nor the rules', async () => {
    const failed = await ann.get('x/broken/throws');
    expect([failed.status, failed.json()]).toEqual([
      500,
      { error: { code: 'InternalError', message: 'Something failed on our side. Please try again.' } },
    ]);
    const made = await ann.post('alerts/rules', { name: 'mute', kind: 'broken.happened', scope: 'account' });
    expect(made.json()).toMatchObject({ sentence: expect.stringContaining('Something breaks') });
    await area.db.query(
      `INSERT INTO events.event (kind, subject, cause, account_id, occurred_at, facts)
       VALUES ('broken.happened', 'it', '1', $1, now(), '{}')`,
      [await area.accountId('ann@example.com')],
    );
    await matched(area.databaseUrl, async () => (await inbox(ann)).length === 2);
    expect(await inbox(ann)).toMatchObject([{ summary: 'broken.happened of it' }, { kind: 'wishlist.granted' }]);
    expect((await ann.get('alerts/rules')).status).toBe(200);
    const listed = await runHere(['events', 'list', '--json'], { DATABASE_URL: area.databaseUrl }, extensions);
    expect([listed.code, listed.stdout]).toEqual([0, expect.stringContaining('broken.happened')]);
  });

  it('whose tables are behind is named by the status of the database', async () => {
    const later = { name: 'later', sql: 'CREATE TABLE later (id integer)' };
    const newer = new Extensions([{ ...wishlist, migrations: [...wishlist.migrations, later] }]);
    const status = (loaded: Extensions) =>
      runHere(['db', 'status', '--json'], { DATABASE_URL: area.databaseUrl }, loaded);
    expect(JSON.parse((await status(extensions)).stdout)).toMatchObject({ pending: [] });
    expect(JSON.parse((await status(newer)).stdout)).toMatchObject({ pending: ['wishlist later'] });
  });

  it('that is taken away leaves everything of ours at work, and its rules say so', async () => {
    const cli = (...args: string[]) => runHere(args, { DATABASE_URL: area.databaseUrl });
    const rules = await cli('rules', 'list', '--account', 'ann@example.com');
    expect([rules.code, rules.stdout]).toEqual([0, expect.stringContaining('wishlist.granted')]);
    expect((await cli('events', 'list')).stdout).toContain('wishlist.granted of wish/');
    expect((await cli('db', 'migrate')).stdout).toBe('nothing to do: the schema is up to date\n');
  });
});

const inbox = async (browser: TestBrowser): Promise<object[]> =>
  (await browser.get('alerts')).json<{ alerts: object[] }>().alerts;

/** Asks the rules about what has happened, as the process that delivers does. */
async function matched(url: string, isDone: () => Promise<boolean>): Promise<void> {
  const database = await Database.connect({ url, applicationName: 'spec', poolSize: 4 });
  const stopping = new AbortController();
  const running = new Deliverer({
    kinds: extensions.kinds,
    queue: new Stores(database).get(DeliveryQueue),
    sender: { send: () => Promise.reject(new Error('nothing is sent')) },
    mailer: { isAvailable: false, send: () => Promise.resolve() },
    accountUrl: '',
    clock: systemClock,
    report: () => undefined,
  }).run(stopping.signal);
  try {
    await eventually('rules are asked', isDone);
  } finally {
    stopping.abort();
    await running;
    await database.close();
  }
}
