import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { eventually, exitOf } from '../support/eventually.ts';
import { runCli } from '../support/run-cli.ts';
import { StartedHere, themes } from './started-here.ts';

describe('start', () => {
  let here: StartedHere;

  beforeAll(async () => {
    here = await StartedHere.create();
  });
  afterEach(() => here.killAll());
  afterAll(() => here.remove());

  it('without a demo makes no account, key or link, says how to make them, and ends with its database', async () => {
    const { service, url, key, output } = await here.start();
    expect(await themes(url, key)).toBe(200);
    await eventually('the account area is announced', () => output().includes('Account area: '));
    const accounts = await runCli(['accounts', 'list', '--json'], here.environment);
    expect(JSON.parse(accounts.stdout)).toMatchObject([{ email: 'starter@example.com' }]);
    expect(output()).toContain('accounts create --email you@example.com --plan reseller');
    expect(output()).toContain('keys create --account you@example.com');
    expect(output()).not.toMatch(/bmk_|demo/i);
    expect(existsSync(join(here.dataDir, 'demo-key'))).toBe(false);
    // Nothing is wrong with it, but for the disk that it may have been given.
    expect((await runCli(['doctor'], here.environment)).stdout).not.toMatch(/(warning|fault): (?!disk)/);
    expect(output()).not.toMatch(/(warning|fault): (?!disk)/);
    service.kill('SIGTERM');
    expect(await exitOf(service)).toEqual([0, null]);
    expect(await here.isServerRunning()).toBe(false);
  });

  it('gives several processes that open the database at once the same server', async () => {
    const runs = await Promise.all([1, 2, 3].map(() => runCli(['accounts', 'list', '--json'], here.environment)));
    expect(runs).toMatchObject([{ code: 0 }, { code: 0 }, { code: 0 }]);
    expect(await here.isServerRunning()).toBe(false);
  });

  it('keeps its passwords to itself', async () => {
    for (const secret of ['owner-password', 'api-password', 'account-password', 'deliver-password'])
      expect((await stat(join(here.dataDir, secret))).mode & 0o777).toBe(0o600);
  });

  it('names the faults of all its processes before it starts any', async () => {
    const faults = { LOG_LEVEL: 'loud', PROCESSES: '0', SIGN_UP: 'yes', DATABASE_UR: 'postgres://db/market' };
    const run = await runCli(['start'], { ...here.environment, ...faults });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    for (const name of Object.keys(faults)) expect(run.stderr).toContain(name);
  });

  it('fails with the message of a service that cannot start', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const run = await runCli(['start'], { ...here.environment, METRICS_PORT: String(port) });
    other.close();
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining('brickmarket-api could not start') });
    expect(await here.isServerRunning()).toBe(false);
  });
});
