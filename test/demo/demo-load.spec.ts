import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_EMAIL } from '@brickmarket/demo-market';
import { insertSet } from '../support/catalog-builders.ts';
import { runCli } from '../support/run-cli.ts';
import { TestApi } from '../support/test-api.ts';

const AS_OF = '2026-11-01T12:00:00Z';
const SIZE = ['--sets', '80', '--years', '0.5'];
const folder = mkdtempSync(join(tmpdir(), 'demo-load-'));
let apis: TestApi[] = [];
afterEach(async () => {
  for (const api of apis) await api.stop();
  apis = [];
});
afterAll(() => rmSync(folder, { recursive: true }));

async function start(): Promise<TestApi> {
  const api = await TestApi.start();
  apis.push(api);
  return api;
}

function loadDemo(api: TestApi, ...flags: string[]) {
  return runCli(['demo', 'load', ...SIZE, '--as-of', AS_OF, '--json', ...flags], { DATABASE_URL: api.databaseUrl });
}

async function demoKey(api: TestApi): Promise<string> {
  const account = await api.db.query<{ id: number; plan: string }>('SELECT id, plan FROM access.account WHERE email = $1', [DEMO_EMAIL]);
  expect(account.rows[0]?.plan).toBe('reseller');
  return (await api.key(account.rows[0]!.id)).key;
}

/** A digest of what a caller can see of the whole market. */
async function digestOfAnswers(api: TestApi): Promise<string> {
  const key = await demoKey(api);
  const digest = createHash('sha256');
  const look = async (path: string): Promise<unknown> => {
    const data = await api.data<unknown>(path, key);
    digest.update(`${path} ${JSON.stringify(data)}\n`);
    return data;
  };
  await look('/catalog/themes');
  const sets = (await look('/catalog/sets/search?q=-1&limit=250')) as { results: { set_number: string }[] };
  const minifigs = (await look('/catalog/minifigs/search?q=fig&limit=250')) as { results: { minifig_number: string }[] };
  expect(sets.results.length).toBeGreaterThan(50);
  for (const { set_number } of sets.results.slice(0, 40)) {
    await look(`/set/${set_number}`);
    await look(`/set/${set_number}/retail-prices`);
  }
  for (const { minifig_number } of minifigs.results.slice(0, 40)) await look(`/minifig/${minifig_number}`);
  return digest.digest('hex');
}

it('gives the same answers for the same seed and date, others for another seed', async () => {
  const [one, same, other] = [await start(), await start(), await start()];
  for (const [api, seed] of [[one, 'a'], [same, 'a'], [other, 'b']] as const) expect(await loadDemo(api, '--seed', seed)).toMatchObject({ code: 0 });
  const digest = await digestOfAnswers(one);
  expect(await digestOfAnswers(same)).toBe(digest);
  expect(await digestOfAnswers(other)).not.toBe(digest);
}, 120_000);

it('can be loaded again, or after it was broken off, and says that nothing changed', async () => {
  const api = await start();
  await loadDemo(api);
  await api.db.query('UPDATE ops.demo_market SET finished_at = NULL');
  const versions = await api.db.query('SELECT * FROM ops.data_version');
  const again = await loadDemo(api);
  expect(again.code).toBe(0);
  expect((JSON.parse(again.stdout) as { nothing_changed: boolean }[]).every((summary) => summary.nothing_changed)).toBe(true);
  expect((await api.db.query('SELECT * FROM ops.data_version')).rows).toEqual(versions.rows);
  expect((await api.db.query('SELECT FROM ops.demo_market WHERE finished_at IS NOT NULL')).rowCount).toBe(1);
}, 60_000);

it('refuses a database with real data or another demo, unless forced', async () => {
  const api = await start();
  await insertSet(api.db, { set_number: 'real-1' });
  expect(await loadDemo(api)).toMatchObject({ code: 1, stderr: expect.stringContaining('no demo') });
  expect((await api.db.query('SELECT FROM catalog.lego_set')).rowCount).toBe(1);
  expect(await loadDemo(api, '--force', '--seed', 'a')).toMatchObject({ code: 0 });
  expect(await loadDemo(api, '--seed', 'b')).toMatchObject({ code: 1, stderr: expect.stringContaining('another demo market (seed a)') });
}, 60_000);

it('writes the truth when asked, and refuses options that make no market', async () => {
  const api = await start();
  const truth = join(folder, 'truth.csv');
  expect(await loadDemo(api, '--truth', truth)).toMatchObject({ code: 0 });
  expect(readFileSync(truth, 'utf8').split('\r\n').length).toBeGreaterThan(1_000);
  expect(await loadDemo(api, '--as-of', 'yesterday')).toMatchObject({ code: 2, stderr: expect.stringContaining('--as-of yesterday is no instant') });
  expect(await loadDemo(api, '--years', '-1')).toMatchObject({ code: 2 });
}, 60_000);
