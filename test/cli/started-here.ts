import type { ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';
import { spawnCli } from '../support/run-cli.ts';
import { TIMEOUTS_BESIDE_CRASHES } from '../support/service-environment.ts';

export interface Started {
  readonly service: ChildProcess;
  readonly url: string;
  readonly key: string;
  readonly output: () => string;
}

/** `brickmarket start`, again and again, on one data folder whose path has spaces. */
export class StartedHere {
  private readonly running: ChildProcess[] = [];

  private constructor(
    readonly dataDir: string,
    readonly environment: NodeJS.ProcessEnv,
  ) {}

  static async create(): Promise<StartedHere> {
    const home = await mkdtemp(join(tmpdir(), 'brickmarket start '));
    // As root the server runs as somebody else, and would keep its data elsewhere if it could not get here.
    await chmod(home, 0o755);
    const dataDir = join(home, 'data folder');
    return new StartedHere(dataDir, {
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
    await rm(join(this.dataDir, '..'), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The status of a request with a key. */
export async function themes(url: string, key: string): Promise<number> {
  return (await fetch(`${url}/catalog/themes`, { headers: { authorization: `Bearer ${key}` } })).status;
}
