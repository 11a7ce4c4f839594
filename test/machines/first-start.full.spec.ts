import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ANOTHER_USER } from '../support/another-user.ts';
import { publicPackages } from '../outsiders/public-api.ts';
import { CheckoutCopy } from '../support/checkout-copy.ts';
import { eventually, exitOf } from '../support/eventually.ts';
import { SERVICE_TIMEOUTS } from '../support/service-environment.ts';

const START_MS = 600_000;
/** What follows a start next to it: a day of the market, and a backtest. Less than a test may take. */
const FOLLOWS_MS = 540_000;

/**
 * A machine that is unlike the developers': no home folder, private files only, another language and time zone, no git.
 * Started by root, it is another user who starts the service.
 */
const STRANGE = {
  PATH: process.env['PATH'],
  HOME: '/dev/null/nowhere',
  LANG: 'tr_TR.UTF-8',
  LC_ALL: 'tr_TR.UTF-8',
  TZ: 'Pacific/Apia',
  PORT: '0',
  LOG_LEVEL: 'silent',
  ...SERVICE_TIMEOUTS,
};

describe('npm start on a strange machine, in a downloaded copy with empty caches', () => {
  let copy: CheckoutCopy;
  let service: ChildProcess;
  let origin: string;
  let key: string;
  let printed: string;

  beforeAll(async () => {
    copy = new CheckoutCopy();
    if (ANOTHER_USER.uid !== undefined) copy.giveTo(ANOTHER_USER.uid);
    await start({});
  }, START_MS);

  afterAll(async () => {
    await stop();
    copy.remove();
  });

  async function start(environment: NodeJS.ProcessEnv): Promise<void> {
    service = spawn('sh', ['-c', 'umask 077; exec npm start'], {
      cwd: copy.folder,
      env: { ...STRANGE, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...ANOTHER_USER,
    });
    let output = '';
    for (const stream of [service.stdout!, service.stderr!])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    printed = await eventually(
      'the service prints how to call it and where the account area is',
      () => {
        if (service.exitCode !== null) throw new Error(`the service ended: ${output}`);
        return /export KEY=bmk_[0-9a-f]{48} API=http[^]*Sign in as the demo account.*\n/.test(output) && output;
      },
      { withinMs: START_MS },
    );
    origin = /ready at (\S+)\/api\/v1/.exec(printed)![1]!;
    key = /bmk_[0-9a-f]{48}/.exec(printed)![0];
  }

  async function stop(): Promise<void> {
    service.kill('SIGTERM');
    await exitOf(service);
  }

  const ask = async <Body>(path: string): Promise<Body> => {
    const answer = await fetch(`${origin}${path}`, {
      headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 500)}`);
    return JSON.parse(text) as Body;
  };

  it('gives a key that lets a newcomer walk all sets, each in every way, in one day', async () => {
    const { data, meta } = await ask<{
      data: { themes: { set_count: number }[] };
      meta: { rate_limit: { limit: number } };
    }>('/api/v1/catalog/themes');
    const sets = data.themes.reduce((sum, { set_count }) => sum + set_count, 0);
    expect(sets).toBeGreaterThan(1_000);
    // The set, both histories, its retail prices, and as many again for its minifigures.
    expect(meta.rate_limit.limit).toBeGreaterThan(8 * sets);
  });

  it('serves the account area with its page', async () => {
    const account = /Account area: (\S+)/.exec(printed)![1]!;
    const page = await (await fetch(account)).text();
    expect(page).toMatch(/<script type="module" src="\/account\/assets\/main-\w+\.js">/);
  });

  it('has news for whoever signs in by the printed link: a day of the market arrives after the start', async () => {
    const [, account, token] = /Sign in as the demo account.*: (\S+)\/sign-in#token=(\S+)/.exec(printed)!;
    const signedIn = await fetch(`${account}/api/sign-in/link`, {
      method: 'POST',
      headers: { origin: new URL(account!).origin, 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    expect(signedIn.status).toBe(200);
    const cookie = signedIn.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const alerts = await eventually(
      'prices or values of held sets have changed',
      async () => {
        const answer = await fetch(`${account}/api/alerts?limit=100`, { headers: { cookie } });
        const inbox = (await answer.json()) as { alerts: { kind: string }[] };
        // Which sets retire is known from the beginning; all else is news.
        return inbox.alerts.some(({ kind }) => kind !== 'set.retiring') && inbox.alerts;
      },
      { withinMs: FOLLOWS_MS, everyMs: 500 },
    );
    expect(alerts.length).toBeGreaterThanOrEqual(5);
    expect(alerts.length).toBeLessThan(100);
  });

  it('shows on the page about the method how good the values are', async () => {
    const { against_truth } = await eventually(
      'a backtest on the page',
      async () => (await ask<{ backtest: { against_truth: object } | null }>('/methodology')).backtest,
      { withinMs: FOLLOWS_MS, everyMs: 500 },
    );
    expect(against_truth).toMatchObject({ overall: { estimator: { mdape_pct: expect.any(Number) } } });
  });

  it('starts again without a network, with the same key, and leaves nothing running', async () => {
    const before = key;
    await stop();
    await expect(fetch(origin)).rejects.toThrow();
    await start({ npm_config_registry: 'http://127.0.0.1:9/' });
    expect(key).toBe(before);
    expect(printed).not.toContain('> installing packages');
    expect(existsSync(join(copy.folder, '.brickmarket', 'demo-key'))).toBe(true);
  });

  it('packs the libraries afterwards, though a start installs and builds less than that needs', async () => {
    await stop();
    const packing = spawn('npm', ['run', 'pack:libs', '--', 'packed'], {
      cwd: copy.folder,
      env: STRANGE,
      stdio: ['ignore', 'inherit', 'inherit'],
      ...ANOTHER_USER,
    });
    expect(await exitOf(packing, { withinMs: START_MS })).toEqual([0, null]);
    expect(readdirSync(join(copy.folder, 'packed'))).toHaveLength(publicPackages().length);
  });
});
