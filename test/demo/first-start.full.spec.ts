import { chmod, mkdtemp, rm } from 'node:fs/promises';
import type { ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, exitOf } from '../support/eventually.ts';
import { SERVICE_TIMEOUTS } from '../support/service-environment.ts';
import { spawnCli } from '../support/run-cli.ts';

const BUSY_MACHINE_MS = 600_000;

describe('the first start, with nothing done by anybody', () => {
  let home: string;
  let service: ChildProcess;
  let origin: string;
  let key: string;

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'brickmarket-first-start-'));
    // As root the server runs as somebody else, and would keep its data elsewhere if it could not get here.
    await chmod(home, 0o755);
    service = spawnCli(['start'], {
      BRICKMARKET_DATA_DIR: join(home, 'data'),
      PORT: '0',
      LOG_LEVEL: 'silent',
      ...SERVICE_TIMEOUTS,
    });
    let output = '';
    service.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    service.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const printed = await eventually(
      'the service prints how to call it',
      () => {
        if (service.exitCode !== null) throw new Error(`the service ended: ${output}`);
        return /curl.*bmk_[0-9a-f]{48}/.test(output) && output;
      },
      { withinMs: BUSY_MACHINE_MS },
    );
    origin = /ready at (\S+)\/api\/v1/.exec(printed)![1]!;
    key = /bmk_[0-9a-f]{48}/.exec(printed)![0];
  }, BUSY_MACHINE_MS);

  afterAll(async () => {
    service.kill('SIGTERM');
    await exitOf(service);
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  it('gives a key that lets a newcomer walk all sets, each in every way, in one day', async () => {
    const answer = await fetch(`${origin}/api/v1/catalog/themes`, { headers: { authorization: `Bearer ${key}` } });
    const { data, meta } = (await answer.json()) as {
      data: { themes: { set_count: number }[] };
      meta: { rate_limit: { limit: number } };
    };
    const sets = data.themes.reduce((sum, { set_count }) => sum + set_count, 0);
    expect(sets).toBeGreaterThan(1_000);
    // The set, both histories, its retail prices, and as many again for its minifigures.
    expect(meta.rate_limit.limit).toBeGreaterThan(8 * sets);
  });

  it('shows on the page about the method how good the values are', async () => {
    const { against_truth } = await eventually(
      'a backtest on the page',
      async () =>
        (
          (await (await fetch(`${origin}/methodology`, { headers: { accept: 'application/json' } })).json()) as {
            backtest: { against_truth: object } | null;
          }
        ).backtest,
      { withinMs: BUSY_MACHINE_MS / 2, everyMs: 500 },
    );
    expect(against_truth).toMatchObject({ overall: { estimator: { mdape_pct: expect.any(Number) } } });
  });
});
