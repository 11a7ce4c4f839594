import { type ChildProcess, fork, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually, exitOf, messageOf } from '../../support/eventually.ts';
import { freePort } from '../../support/free-port.ts';
import type { ScrapedJob } from '../../support/running-prometheus.ts';

export const CLI = resolve('apps/cli/dist/bundle/main.js');
const API = resolve('apps/api/dist/bundle/main.js');
const OF_EACH = 2;
const RESTART_MS = 1_000;

/** The processes next to the API, by the names of their commands. */
type Background = 'work' | 'deliver';

/** The address of the database for everything that writes, and of its replicas. */
export interface DrilledDatabase {
  readonly leaderUrl: string;
  readonly replicasUrl?: string;
}

/** Two processes each of the API, the jobs and the delivery, with metrics; all end with this process. */
export class DrilledService {
  /** Where the API answers. */
  readonly urls: string[] = [];
  /** From which files are imported. */
  readonly dropFolder = mkdtempSync(join(tmpdir(), 'brickmarket-drop-'));
  readonly #metrics = new Map<string, string[]>([['api', []]]);
  readonly #children = new Set<ChildProcess>();
  /** Those that run, with the ports of their metrics. */
  readonly #background: { readonly kind: Background; readonly child: ChildProcess; readonly port: number }[] = [];
  #isStopping = false;

  private constructor(private readonly database: DrilledDatabase) {}

  /** The API alone, or all. */
  static async start(database: DrilledDatabase, kinds: 'api' | 'all', apis = OF_EACH): Promise<DrilledService> {
    const service = new DrilledService(database);
    process.once('exit', () => {
      for (const child of service.#children) child.kill('SIGKILL');
      rmSync(service.dropFolder, { recursive: true, force: true });
    });
    for (let n = 0; n < apis; n++) await service.#startApi();
    if (kinds === 'all')
      for (const kind of ['work', 'deliver'] as const)
        for (let n = 0; n < OF_EACH; n++) await service.#startBackground(kind, await freePort());
    return service;
  }

  get scraped(): readonly ScrapedJob[] {
    return [...this.#metrics].map(([job_name, targets]) => ({ job_name, static_configs: [{ targets }] }));
  }

  /** Kills one of the two and leaves it dead, until it is started again by what is returned. */
  async kill(kind: Background): Promise<() => Promise<void>> {
    const { child, port } = this.#background.find((one) => one.kind === kind)!;
    child.kill('SIGKILL');
    await exitOf(child);
    return () => this.#startBackground(kind, port);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(
      [...this.#children].map(async (child) => {
        child.kill('SIGTERM');
        await exitOf(child, { withinMs: 20_000 }).catch(() => child.kill('SIGKILL'));
      }),
    );
    await rm(this.dropFolder, { recursive: true, force: true });
  }

  async #startApi(): Promise<void> {
    const { leaderUrl, replicasUrl } = this.database;
    const child = fork(API, {
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        PORT: '0',
        METRICS_PORT: '0',
        // Every request of the time without a leader is logged as failed, with its error.
        LOG_LEVEL: 'fatal',
        DATABASE_URL: leaderUrl,
        ...(replicasUrl !== undefined && { DATABASE_REPLICA_URLS: replicasUrl }),
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#children.add(child);
    const told = await messageOf<{ listening: string; metrics: string }>(child);
    this.urls.push(told.listening);
    this.#metrics.get('api')!.push(new URL(told.metrics).host);
  }

  async #startBackground(kind: Background, port: number): Promise<void> {
    this.#run(kind, port);
    const host = `127.0.0.1:${port}`;
    const known = this.#metrics.get(kind) ?? [];
    if (!known.includes(host)) this.#metrics.set(kind, [...known, host]);
    await eventually(`${kind} serves its metrics`, () =>
      fetch(`http://${host}/metrics`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  }

  /** Started again when it ends unasked, as containers are; not when it was killed. */
  #run(kind: Background, port: number): void {
    const child = spawn(process.execPath, [CLI, kind], {
      env: {
        PATH: process.env['PATH'],
        LOG_LEVEL: 'fatal',
        DATABASE_URL: this.database.leaderUrl,
        BRICKMARKET_DEMO: 'off',
        ...(kind === 'work'
          ? { WORK_METRICS_PORT: String(port), BRICKMARKET_DROP_DIR: this.dropFolder }
          : { DELIVER_METRICS_PORT: String(port), WEBHOOK_TARGETS: 'loopback' }),
      },
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    this.#children.add(child);
    this.#background.push({ kind, child, port });
    child.once('exit', (code) => {
      this.#children.delete(child);
      this.#background.splice(
        this.#background.findIndex((one) => one.child === child),
        1,
      );
      if (code === null || this.#isStopping) return;
      setTimeout(() => !this.#isStopping && this.#run(kind, port), RESTART_MS).unref();
    });
  }
}
