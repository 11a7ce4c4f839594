import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { exitOf } from '../support/eventually.ts';
import { runCli } from '../support/run-cli.ts';
import { StartedHere, themes } from './started-here.ts';

describe('start', () => {
  let here: StartedHere;

  beforeAll(async () => {
    here = await StartedHere.create();
  });
  afterEach(() => here.killAll());
  afterAll(() => here.remove());

  it('answers to the key it prints, and ends with its database when asked to', async () => {
    const { service, url, key } = await here.start();
    expect(await themes(url, key)).toBe(200);
    // The command line joins the running server.
    const { stdout } = await runCli(['accounts', 'list'], here.environment);
    expect(stdout).toContain('demo@');
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
    for (const secret of ['owner-password', 'api-password', 'demo-key'])
      expect((await stat(join(here.dataDir, secret))).mode & 0o777).toBe(0o600);
  });

  it('says which port is taken, and leaves no database running', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const run = await runCli(['start'], { ...here.environment, PORT: String(port) });
    other.close();
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining(`port ${port} on 127.0.0.1 is in use`) });
    expect(await here.isServerRunning()).toBe(false);
  });

  it('fails with the message of a service that refuses its configuration', async () => {
    const run = await runCli(['start'], { ...here.environment, LOG_LEVEL: 'loud' });
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining('LOG_LEVEL') });
    expect(await here.isServerRunning()).toBe(false);
  });
});
