import type { ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';
import { runCli, spawnCli } from '../support/run-cli.ts';
import { TIMEOUTS_BESIDE_CRASHES } from '../support/service-environment.ts';

export interface Started {
  readonly service: ChildProcess;
  readonly url: string;
  readonly key: string;
  readonly output: () => string;
}

/** `brickmarket start` without a demo, again and again, on one data folder whose path has spaces. */
export class StartedHere {
  private readonly running: ChildProcess[] = [];
  /** Made at the first start, for all of them. */
  private key: string | null = null;

  private constructor(
    private readonly home: string,
    readonly dataDir: string,
    readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** On a folder of its own, or on the one given. */
  static async create(given?: string): Promise<StartedHere> {
    const home = await mkdtemp(join(tmpdir(), 'brickmarket start '));
    // As root the server runs as another user, and would keep its data elsewhere if it could not get here.
    await chmod(home, 0o755);
    const dataDir = given ?? join(home, 'data folder');
    return new StartedHere(home, dataDir, {
      BRICKMARKET_DATA_DIR: dataDir,
      PORT: '0',
      ACCOUNT_PORT: '0',
      LOG_LEVEL: 'silent',
      BRICKMARKET_DEMO: 'off',
      ...TIMEOUTS_BESIDE_CRASHES,
    });
  }

  async start(): Promise<Started> {
    const service = spawnCli(['start'], this.environment);
    this.running.push(service);
    let output = '';
    service.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    service.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await eventually(
      'the service says how to make a key',
      () => {
        if (service.exitCode !== null) throw new Error(`the service ended: ${output}`);
        return output.includes('keys create');
      },
      { withinMs: 240_000 },
    );
    const url = /ready at (\S+)/.exec(output)![1]!;
    this.key ??= await this.createKey();
    return { service, url, key: this.key, output: () => output };
  }

  /** By the command line, which joins the running server. */
  private async createKey(): Promise<string> {
    const account = ['accounts', 'create', '--email', 'starter@example.com', '--plan', 'reseller'];
    const created = await runCli(account, this.environment);
    if (created.code !== 0) throw new Error(`no account: ${created.stderr}`);
    const key = ['keys', 'create', '--account', 'starter@example.com', '--name', 'started here', '--json'];
    return (JSON.parse((await runCli(key, this.environment)).stdout) as { key: string }).key;
  }

  /** The file by which a running database server is known. */
  get serverFile(): string {
    return join(this.dataDir, 'postgres', 'data', 'postmaster.pid');
  }

  async isServerRunning(): Promise<boolean> {
    return stat(this.serverFile).then(
      () => true,
      () => false,
    );
  }

  async killAll(): Promise<void> {
    for (const service of this.running.splice(0)) service.kill('SIGKILL');
    await eventually('the database server is gone', async () => !(await this.isServerRunning()), { everyMs: 50 });
  }

  async remove(): Promise<void> {
    await rm(this.home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The status of a request with a key. */
export async function themes(url: string, key: string): Promise<number> {
  return (await fetch(`${url}/catalog/themes`, { headers: { authorization: `Bearer ${key}` } })).status;
}
