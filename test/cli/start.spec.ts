import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { SERVICE_TIMEOUTS } from '../support/service-environment.ts';
import { runCli, spawnCli } from '../support/run-cli.ts';
import { eventually, exitOf } from '../support/eventually.ts';

describe('start', () => {
  let dataDir: string;
  let environment: NodeJS.ProcessEnv;
  const running: ChildProcess[] = [];

  beforeAll(async () => {
    const home = await mkdtemp(join(tmpdir(), 'brickmarket start '));
    // As root the server runs as somebody else, and would keep its data elsewhere if it could not get here.
    await chmod(home, 0o755);
    dataDir = join(home, 'data folder');
    environment = {
      BRICKMARKET_DATA_DIR: dataDir,
      PORT: '0',
      ACCOUNT_PORT: '0',
      LOG_LEVEL: 'silent',
      BRICKMARKET_DEMO: 'off',
      ...SERVICE_TIMEOUTS,
    };
  });

  afterEach(async () => {
    for (const service of running.splice(0)) service.kill('SIGKILL');
    await eventually('the database server is gone', async () => !(await isServerRunning()), { everyMs: 50 });
  });

  afterAll(async () => {
    await rm(join(dataDir, '..'), { recursive: true, force: true, maxRetries: 5 });
  });

  const serverFile = (): string => join(dataDir, 'postgres', 'data', 'postmaster.pid');

  async function serverProcess(): Promise<number> {
    return Number((await readFile(serverFile(), 'utf8')).split('\n')[0]);
  }

  /** Begins a statement that does not notice for so long that its server is gone, and keeps the memory they share. */
  async function keepBusy(seconds: number): Promise<void> {
    const [, , , port] = (await readFile(serverFile(), 'utf8')).split('\n');
    const password = (await readFile(join(dataDir, 'owner-password'), 'utf8')).trim();
    const client = new Client({ connectionString: `postgres://brickmarket:${password}@127.0.0.1:${port}/brickmarket` });
    client.on('error', () => undefined);
    await client.connect();
    await client.query(`SET statement_timeout = '${seconds}s'`);
    void client.query('DO $$ BEGIN LOOP END LOOP; END $$').catch(() => client.end());
  }

  async function isServerRunning(): Promise<boolean> {
    return stat(serverFile()).then(
      () => true,
      () => false,
    );
  }

  /** The process of one program that a service runs; null while there is none. */
  function processOf(service: ChildProcess, program: string): number | null {
    const lines = execFileSync('ps', ['-axo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
    const line = lines.find((one) => one.includes(program) && Number(one.trim().split(/\s+/)[1]) === service.pid);
    return line === undefined ? null : Number(line.trim().split(/\s+/)[0]);
  }

  interface Started {
    readonly service: ChildProcess;
    readonly url: string;
    readonly key: string;
    readonly output: () => string;
  }

  async function start(): Promise<Started> {
    const service = spawnCli(['start'], environment);
    running.push(service);
    let output = '';
    service.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    service.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    // Loading the demo is part of the first start.
    await eventually(
      'the service says how to ask it',
      () => {
        if (service.exitCode !== null) throw new Error(`the service ended: ${output}`);
        return /curl.*bmk_[0-9a-f]{48}/.test(output);
      },
      { withinMs: 240_000 },
    );
    const url = /ready at (\S+)/.exec(output)![1]!;
    return { service, url, key: /bmk_[0-9a-f]{48}/.exec(output)![0], output: () => output };
  }

  async function themes(url: string, key: string): Promise<number> {
    return (await fetch(`${url}/catalog/themes`, { headers: { authorization: `Bearer ${key}` } })).status;
  }

  it('keeps data and demo key over a clean stop and over kill -9', async () => {
    const first = await start();
    expect(await themes(first.url, first.key)).toBe(200);
    // The command line joins the running server.
    expect(
      await runCli(['accounts', 'create', '--email', 'ann@example.com', '--plan', 'free'], environment),
    ).toMatchObject({ code: 0 });
    first.service.kill('SIGTERM');
    expect(await exitOf(first.service)).toEqual([0, null]);
    expect(await isServerRunning()).toBe(false);

    const second = await start();
    expect(second.key).toBe(first.key);
    expect(await themes(second.url, first.key)).toBe(200);
    second.service.kill('SIGKILL');

    const third = await start();
    expect(await themes(third.url, first.key)).toBe(200);
    expect((await runCli(['accounts', 'list'], environment)).stdout).toContain('ann@example.com');
    // Neither the service nor the database of the killed one is left.
    await eventually('the killed service is gone', () =>
      fetch(second.url).then(
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
      themes(third.url, first.key).then(
        (status) => status === 200,
        () => false,
      ),
    );
    expect(third.output()).not.toContain('the API died');
    third.service.kill('SIGINT');
    expect(await exitOf(third.service)).toEqual([0, null]);
    expect(await isServerRunning()).toBe(false);
  });

  it('starts a killed account area or API again, while the other goes on answering', async () => {
    const { service, url, key, output } = await start();
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
      expect(output()).toContain(`the ${name} died (SIGKILL); starting it again`);
    }
    service.kill('SIGTERM');
    expect(await exitOf(service)).toEqual([0, null]);
  });

  it('gives several processes that open the database at once the same server', async () => {
    const runs = await Promise.all([1, 2, 3].map(() => runCli(['accounts', 'list', '--json'], environment)));
    expect(runs).toMatchObject([{ code: 0 }, { code: 0 }, { code: 0 }]);
    expect(await isServerRunning()).toBe(false);
  });

  it('keeps its passwords to itself', async () => {
    for (const secret of ['owner-password', 'api-password', 'demo-key'])
      expect((await stat(join(dataDir, secret))).mode & 0o777).toBe(0o600);
  });

  it('says which port is taken, and leaves no database running', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const run = await runCli(['start'], { ...environment, PORT: String(port) });
    other.close();
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining(`port ${port} on 127.0.0.1 is in use`) });
    expect(await isServerRunning()).toBe(false);
  });

  it('fails with the message of a service that refuses its configuration', async () => {
    const run = await runCli(['start'], { ...environment, LOG_LEVEL: 'loud' });
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining('LOG_LEVEL') });
    expect(await isServerRunning()).toBe(false);
  });
});
