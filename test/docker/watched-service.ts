import { type ChildProcess, fork } from 'node:child_process';
import { resolve } from 'node:path';
import { ApiProcess } from '../support/api-process.ts';
import { eventually, exitOf, messageOf } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { spawnCli } from '../support/run-cli.ts';
import { SERVICE_TIMEOUTS } from '../support/service-environment.ts';

/** The processes of the service, as the scrape configuration calls them. */
export type WatchedProcess = 'api' | 'account' | 'work' | 'deliver';

const RESTART_MS = 1_000;

/** The processes of the service on one database, each with its metrics. */
export class WatchedService {
  readonly #children = new Map<WatchedProcess, ChildProcess>();
  #isStopping = false;
  /** Everything that they have logged. */
  readonly logs: Record<WatchedProcess, string> = { api: '', account: '', work: '', deliver: '' };
  readonly urls = new Map<WatchedProcess, string>();

  /** Where the API answers; an empty text when it does not run. */
  apiUrl = '';

  private constructor(
    private readonly databaseUrl: string,
    private readonly settings: NodeJS.ProcessEnv,
  ) {}

  static async start(
    databaseUrl: string,
    processes: readonly WatchedProcess[],
    settings: NodeJS.ProcessEnv = {},
  ): Promise<WatchedService> {
    const service = new WatchedService(databaseUrl, settings);
    for (const name of processes) await service.#startOne(name);
    return service;
  }

  child(name: WatchedProcess): ChildProcess {
    return this.#children.get(name)!;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const child of this.#children.values()) {
      child.kill('SIGKILL');
      await exitOf(child);
    }
  }

  async #startOne(name: WatchedProcess): Promise<void> {
    const url = await this.#run(name);
    this.urls.set(name, url);
    await eventually(`${name} serves its metrics`, () =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  }

  /** Returns where its metrics are. */
  async #run(name: WatchedProcess): Promise<string> {
    if (name === 'api') {
      const api = await ApiProcess.start(this.databaseUrl, {
        METRICS_PORT: '0',
        LOG_LEVEL: 'info',
        ...this.settings,
      });
      this.apiUrl = api.url;
      this.#keep(name, api.child);
      return api.metricsUrl!;
    }
    const port = String(await freePort());
    if (name === 'account') await this.#runAccount(port);
    else this.#runCommand(name, port);
    return `http://127.0.0.1:${port}/metrics`;
  }

  async #runAccount(port: string): Promise<void> {
    const child = fork(resolve('apps/account/dist/bundle/main.js'), {
      env: {
        PATH: process.env['PATH'],
        ...this.#environment,
        ACCOUNT_PORT: String(await freePort()),
        ACCOUNT_METRICS_PORT: port,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#keep('account', child);
    await messageOf(child);
  }

  /** Started again when it ends unasked, as containers are. */
  #runCommand(name: 'work' | 'deliver', port: string): void {
    const settings = { BRICKMARKET_DEMO: 'off', WORKER_CHECK_MS: '300', WORKER_LEASE_MS: '3000' };
    const variable = name === 'work' ? 'WORK_METRICS_PORT' : 'DELIVER_METRICS_PORT';
    const child = spawnCli([name], { ...this.#environment, ...settings, [variable]: port });
    this.#keep(name, child);
    child.once('exit', (code) => {
      if (code === null) return;
      setTimeout(() => !this.#isStopping && this.#runCommand(name, port), RESTART_MS).unref();
    });
  }

  get #environment(): NodeJS.ProcessEnv {
    return { DATABASE_URL: this.databaseUrl, LOG_FORMAT: 'json', ...SERVICE_TIMEOUTS, ...this.settings };
  }

  #keep(name: WatchedProcess, child: ChildProcess): void {
    this.#children.set(name, child);
    const collect = (chunk: Buffer): void => void (this.logs[name] += chunk.toString());
    child.stdout!.on('data', collect);
    child.stderr!.on('data', collect);
  }
}
