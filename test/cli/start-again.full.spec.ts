import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import { eventually, exitOf } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { LAST_PORTS_TAKEN, TAKEN_AT_THE_END } from '../support/last-ports-taken.ts';
import { runCli, spawnCli } from '../support/run-cli.ts';
import { StartedHere, themes } from './started-here.ts';

describe('start, again and again', () => {
  let here: StartedHere;

  beforeAll(async () => {
    here = await StartedHere.create();
  });
  afterEach(() => here.killAll());
  afterAll(() => here.remove());

  async function serverProcess(): Promise<number> {
    return Number((await readFile(here.serverFile, 'utf8')).split('\n')[0]);
  }

  /** Begins a statement that does not notice for so long that its server is gone, and keeps the memory they share. */
  async function keepBusy(seconds: number): Promise<void> {
    const [, , , port] = (await readFile(here.serverFile, 'utf8')).split('\n');
    const password = (await readFile(join(here.dataDir, 'owner-password'), 'utf8')).trim();
    const client = new Client({ connectionString: `postgres://brickmarket:${password}@127.0.0.1:${port}/brickmarket` });
    client.on('error', () => undefined);
    await client.connect();
    await client.query(`SET statement_timeout = '${seconds}s'`);
    void client.query('DO $$ BEGIN LOOP END LOOP; END $$').catch(() => client.end());
  }

  /** The process of one program that a service runs; null while there is none. */
  function processOf(service: ChildProcess, program: string): number | null {
    const lines = execFileSync('ps', ['-axo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
    const line = lines.find((one) => one.includes(program) && Number(one.trim().split(/\s+/)[1]) === service.pid);
    return line === undefined ? null : Number(line.trim().split(/\s+/)[0]);
  }

  it('keeps data and keys over a clean stop', async () => {
    const first = await here.start();
    expect(await themes(first.url, first.key)).toBe(200);
    // The command line joins the running server.
    expect(
      await runCli(['accounts', 'create', '--email', 'ann@example.com', '--plan', 'free'], here.environment),
    ).toMatchObject({ code: 0 });
    first.service.kill('SIGTERM');
    expect(await exitOf(first.service)).toEqual([0, null]);
    expect(await here.isServerRunning()).toBe(false);

    const second = await here.start();
    expect(await themes(second.url, first.key)).toBe(200);
    expect((await runCli(['accounts', 'list'], here.environment)).stdout).toContain('ann@example.com');
    second.service.kill('SIGINT');
    expect(await exitOf(second.service)).toEqual([0, null]);
    expect(await here.isServerRunning()).toBe(false);
  });

  it('keeps its data over kill -9 of the service, and goes on over kill -9 of the database server', async () => {
    const first = await here.start();
    expect(await themes(first.url, first.key)).toBe(200);
    first.service.kill('SIGKILL');

    const second = await here.start();
    expect(await themes(second.url, first.key)).toBe(200);
    // Neither the service nor the database of the killed one is left.
    await eventually('the killed service is gone', () =>
      fetch(first.url).then(
        () => false,
        () => true,
      ),
    );

    const killed = await serverProcess();
    await keepBusy(6);
    process.kill(killed, 'SIGKILL');
    // Sessions outlive their server by a moment, in which they may answer: only another server shows that it was
    // replaced.
    await eventually(
      'another database server runs',
      async () => (await serverProcess().catch(() => killed)) !== killed,
    );
    // A connection that nobody used meanwhile may be closed just when the next request is on its way.
    await eventually('the service answers again', () =>
      themes(second.url, first.key).then(
        (status) => status === 200,
        () => false,
      ),
    );
    expect(second.output()).not.toContain('the API stopped');
    second.service.kill('SIGINT');
    expect(await exitOf(second.service)).toEqual([0, null]);
    expect(await here.isServerRunning()).toBe(false);
  });

  it('starts a killed account area or API again, while the other goes on answering', async () => {
    const { service, url, key, output } = await here.start();
    await eventually('the account area is announced', () => output().includes('Account area: '));
    const { port } = new URL(/Account area: (\S+)/.exec(output())![1]!);
    const statusOf = (address: string): Promise<number | null> =>
      fetch(address).then(
        ({ status }) => status,
        () => null,
      );
    const account = (): Promise<number | null> => statusOf(`http://127.0.0.1:${port}/readyz`);
    const api = (): Promise<number | null> => themes(url, key).catch(() => null);
    for (const { name, program, killed, other } of [
      { name: 'account area', program: 'account/dist/bundle/main.js', killed: account, other: api },
      { name: 'API', program: 'api/dist/bundle/main.js', killed: api, other: account },
    ]) {
      const before = processOf(service, program)!;
      process.kill(before, 'SIGKILL');
      const answers: (number | null)[] = [];
      await eventually(
        `the ${name} answers again, from another process`,
        async () => {
          answers.push(await other());
          const now = processOf(service, program);
          return now !== null && now !== before && (await killed()) === 200;
        },
        // Looking at all processes takes as long as one of them waits for the processor.
        { everyMs: 100 },
      );
      expect(answers.filter((status) => status !== 200)).toEqual([]);
      expect(output()).toContain(`the ${name} stopped (SIGKILL); restarting`);
    }
    service.kill('SIGTERM');
    expect(await exitOf(service)).toEqual([0, null]);
  });

  const inUse = (port: number, variable: string): string =>
    `brickmarket: port ${port} on 127.0.0.1 is in use. Stop what listens there, ` +
    `or choose another: ${variable}=${port + 1} npm start\n`;

  it.each(['PORT', 'ACCOUNT_PORT'])('says that %s is taken, and leaves no database running', async (variable) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const run = await runCli(['start'], { ...here.environment, [variable]: String(port) });
    other.close();
    expect(run).toMatchObject({ code: 2, stderr: inUse(port, variable) });
    expect(await here.isServerRunning()).toBe(false);
  });

  it.each(TAKEN_AT_THE_END)('advises with %j, which is taken, a port that exists: %s', async (ports, advice) => {
    const NODE_OPTIONS = `--import ${LAST_PORTS_TAKEN}`;
    const run = await runCli(['start'], { ...here.environment, ...ports, NODE_OPTIONS });
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining(`${advice} npm start`) });
  });

  it.each([
    ['PORT', 'ready at'],
    ['ACCOUNT_PORT', 'Account area:'],
  ])('announces no other service that takes %s after it was tried', async (variable, announcement) => {
    const port = await freePort();
    const service = spawnCli(['start'], { ...here.environment, [variable]: String(port) });
    let [stdout, stderr] = ['', ''];
    service.stdout!.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    service.stderr!.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    await eventually('the ports were tried', () => stdout.includes('> '));
    const other = createHttpServer((_, response) => response.end('ready')).listen(port, '127.0.0.1');
    await once(other, 'listening');
    expect(await exitOf(service)).toEqual([2, null]);
    other.close();
    expect(stdout).not.toContain(announcement);
    expect(stderr).toContain(inUse(port, variable));
    expect(await here.isServerRunning()).toBe(false);
  });
});
