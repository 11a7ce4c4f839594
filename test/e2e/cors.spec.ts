import { request } from 'node:http';
import { documentedFetch as fetch } from '../support/documented-client.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { eventually } from '../support/eventually.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { moveClock, NOON } from '../support/move-clock.ts';
import { type TestAccount, TestApi } from '../support/test-api.ts';

const OURS = 'https://app.example';
const PREFLIGHT = {
  origin: OURS,
  'access-control-request-method': 'GET',
  'access-control-request-headers': 'authorization,if-none-match',
};
const EXPOSED = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'ratelimit',
  'ratelimit-policy',
  'link',
  'x-request-id',
  'x-api-version',
  'retry-after',
  'etag',
];

describe('requests of a browser from another origin', () => {
  let api: TestApi;
  let caller: TestAccount;
  let service: InProcessApi;
  let open: InProcessApi;
  let closed: InProcessApi;

  beforeAll(async () => {
    api = await TestApi.start();
    await moveClock(api.db, NOON);
    caller = await api.account();
    await insertSet(api.db, { set_number: '75192-1', title: 'Great Ship' });
    const start = (environment: NodeJS.ProcessEnv) => InProcessApi.start(api.databaseUrl, environment);
    [service, open, closed] = await Promise.all([
      start({ CORS_ORIGINS: `${OURS},http://localhost:5173`, MAX_IN_FLIGHT: '1' }),
      start({ CORS_ORIGINS: '*' }),
      start({}),
    ]);
  });

  afterAll(async () => {
    await Promise.all([service, open, closed].map((one) => one?.stop()));
    await api.stop();
  });

  interface Asking {
    readonly origin?: string | null;
    readonly key?: string | null;
    readonly at?: InProcessApi;
    readonly headers?: Readonly<Record<string, string>>;
  }
  const ask = (
    path: string,
    { origin = OURS, key = caller.key, at = service, headers = {} }: Asking = {},
  ): Promise<Response> =>
    fetch(`${at.url}/api/v1${path}`, {
      headers: {
        ...(origin !== null && { origin }),
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...headers,
      },
    });
  const preflight = (at: InProcessApi, headers: Record<string, string> = PREFLIGHT): Promise<Response> =>
    fetch(`${at.url}/api/v1/set/75192-1`, { method: 'OPTIONS', headers });
  const varies = (answer: Response): string[] => (answer.headers.get('vary') ?? '').toLowerCase().split(/, */);

  it('are let in by a preflight that needs no key and costs nothing', async () => {
    const before = await api.used(caller.keyId);
    const answer = await preflight(service);
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect(answer.headers.get('access-control-allow-origin')).toBe(OURS);
    expect(answer.headers.get('access-control-allow-methods')).toMatch(/GET.*POST/);
    expect(answer.headers.get('access-control-allow-headers')).toBe('authorization,if-none-match');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(varies(answer)).toContain('origin');
    expect(await api.used(caller.keyId)).toBe(before);
  });

  it('may read the answer and the headers that say what is left', async () => {
    const answer = await ask('/set/75192-1');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe(OURS);
    expect(varies(answer)).toContain('origin');
    const exposed = (answer.headers.get('access-control-expose-headers') ?? '').toLowerCase().split(/, */);
    expect(exposed).toEqual(expect.arrayContaining(EXPOSED));
  });

  it('may read every error: no key, bad input, unknown, too much, undecodable, unexpected', async () => {
    const spent = await api.key(caller.accountId, { dailyLimit: 1 });
    await ask('/catalog/themes', { key: spent.key });
    const answers = [
      await ask('/set/75192-1', { key: null }),
      await ask('/set/75192-1', { key: `bmk_${'0'.repeat(48)}` }),
      await ask('/catalog/themes?nonsense=1'),
      await ask('/set/0-0'),
      await ask('/no/such/route'),
      await ask('/catalog/themes', { key: spent.key }),
      await ask('/set/%ff'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 400, 404, 404, 429, 400]);
    for (const answer of answers) {
      expect(answer.headers.get('access-control-allow-origin')).toBe(OURS);
      expect(answer.headers.get('access-control-expose-headers')?.toLowerCase()).toContain('retry-after');
      expect(varies(answer)).toContain('origin');
    }
    expect(await unexpected(service.url)).toMatchObject({ 'access-control-allow-origin': OURS });
  });

  /** What the service answers to an expectation it cannot meet, which fetch cannot send. */
  const unexpected = (url: string): Promise<object> =>
    new Promise((resolve, reject) => {
      const sent = request(`${url}/api/v1/catalog/themes`, { headers: { origin: OURS, expect: 'tea' } }, (answer) => {
        answer.resume();
        resolve(answer.headers);
      });
      sent.on('error', reject).end();
    });

  it('may read that the service is busy, and are not turned away before they may ask', async () => {
    const holder = await api.db.connect();
    await holder.query('BEGIN; LOCK TABLE access.api_key IN ACCESS EXCLUSIVE MODE');
    try {
      const waiting = ask('/set/75192-1');
      await eventually('its admission waits', async () => {
        const { rowCount } = await api.db.query(
          `SELECT FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%admit_%'`,
        );
        return rowCount === 1;
      });
      const busy = await ask('/catalog/themes', { key: null });
      expect(busy.status).toBe(503);
      expect(busy.headers.get('access-control-allow-origin')).toBe(OURS);
      expect(busy.headers.get('retry-after')).not.toBeNull();
      expect((await preflight(service)).status).toBe(204);
      await holder.query('COMMIT');
      expect((await waiting).status).toBe(200);
    } finally {
      holder.release(true);
    }
  });

  it('are told apart by caches, whatever else an answer depends on, and when nothing changed', async () => {
    const rows = await ask('/set/75192-1/history', { headers: { accept: 'text/csv' } });
    expect(varies(rows)).toEqual(expect.arrayContaining(['origin', 'accept']));
    const first = await ask('/set/75192-1');
    const again = await ask('/set/75192-1', {
      origin: 'http://localhost:5173',
      headers: { 'if-none-match': first.headers.get('etag')! },
    });
    expect(again.status).toBe(304);
    expect(again.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
    expect(varies(again)).toContain('origin');
    expect(varies(await ask('/set/75192-1', { origin: null }))).toContain('origin');
  });

  it('are not let in from an origin that is not on the list', async () => {
    for (const origin of ['https://evil.example', 'https://app.example.evil.example', 'null'])
      for (const answer of [await ask('/set/75192-1', { origin }), await preflight(service, { ...PREFLIGHT, origin })])
        expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('are let in from anywhere by an asterisk', async () => {
    const answer = await ask('/set/75192-1', { at: open, origin: 'https://anybody.example' });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect((await preflight(open)).status).toBe(204);
  });

  it('are not let in unless the operator says so', async () => {
    const [answer, asked] = [await ask('/set/75192-1', { at: closed }), await preflight(closed)];
    expect([answer.status, asked.status]).toEqual([200, 404]);
    for (const { headers } of [answer, asked])
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('find OPTIONS that is no preflight an unknown method, as without CORS', async () => {
    const answer = await preflight(service, { origin: OURS });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { code: 'NotFound' } });
  });
});
