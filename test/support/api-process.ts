import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { Pool } from 'pg';
import { eventually, inTime, messageOf } from './eventually.ts';
import { SERVICE_TIMEOUTS } from './service-environment.ts';
import { createTestDatabase } from './test-database.ts';

const MAIN = 'apps/api/dist/bundle/main.js';

/** The service as it runs in production: its own process, the built code. */
export class ApiProcess {
  /** Everything it has printed so far. */
  output = '';
  /** When it has ended and all that it printed has arrived. */
  private readonly closed: Promise<unknown>;

  private constructor(
    readonly child: ChildProcess,
    readonly url: string,
    /** Where its metrics are; null unless METRICS_PORT was given. */
    readonly metricsUrl: string | null,
  ) {
    this.closed = once(child, 'close');
  }

  static async start(databaseUrl: string, environment: NodeJS.ProcessEnv = {}, script = MAIN): Promise<ApiProcess> {
    const child = fork(resolve(script), {
      env: {
        PATH: process.env['PATH'],
        PORT: '0',
        LOG_LEVEL: 'warn',
        LOG_FORMAT: 'json',
        DATABASE_URL: databaseUrl,
        ...SERVICE_TIMEOUTS,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout!.on('data', collect);
    child.stderr!.on('data', collect);
    const told = await messageOf<{ listening: string; metrics?: string | null }>(child).catch((error: unknown) => {
      child.kill('SIGKILL');
      throw new Error(`the service did not start: ${output}`, { cause: error });
    });
    const api = new ApiProcess(child, told.listening, told.metrics ?? null);
    Object.defineProperty(api, 'output', { get: () => output });
    return api;
  }

  /** Resolves once it has printed this text. Log lines are buffered, so it may take a moment. */
  async printed(text: string): Promise<void> {
    await eventually(`the service prints ${text}`, () => this.output.includes(text));
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.child.kill(signal);
    await inTime(`the end of process ${this.child.pid}`, this.closed);
  }
}

/** Three processes of the service on one database. */
export interface Replicas {
  readonly db: Pool;
  readonly urls: readonly string[];
  readonly processes: readonly ApiProcess[];
  stop(): Promise<void>;
}

/** Starts three processes together, as a deployment does. */
export async function threeReplicas(environment: NodeJS.ProcessEnv = {}): Promise<Replicas> {
  const database = await createTestDatabase();
  const db = new Pool({ connectionString: database.url, max: 4 });
  const processes = await Promise.all([1, 2, 3].map(() => ApiProcess.start(database.url, environment)));
  return {
    db,
    urls: processes.map((process) => `${process.url}/api/v1`),
    processes,
    async stop() {
      await Promise.all(processes.map((process) => process.stop()));
      await db.end();
      await database.drop();
    },
  };
}
