import { type ChildProcess, fork } from 'node:child_process';
import { resolve } from 'node:path';
import { ApiProcess } from '../support/api-process.ts';
import { eventually, exitOf, messageOf } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { spawnCli } from '../support/run-cli.ts';
import { SERVICE_TIMEOUTS } from '../support/service-environment.ts';

/** The processes of the service, as the scrape configuration calls them. */
export type WatchedProcess = 'api' | 'account' | 'work' | 'deliver';

/** The processes of the service on one database, each with its metrics. */
export class WatchedService {
  readonly #children = new Map<WatchedProcess, ChildProcess>();
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
    for (const child of this.#children.values()) {
      child.kill('SIGKILL');
      await exitOf(child);
    }
  }

  async #startOne(name: WatchedProcess): Promise<void> {
    const { child, url } = await this.#spawn(name);
    this.#children.set(name, child);
    this.urls.set(name, url);
    const collect = (chunk: Buffer): void => void (this.logs[name] += chunk.toString());
    child.stdout!.on('data', collect);
    child.stderr!.on('data', collect);
    await eventually(`${name} serves its metrics`, () =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  }

  async #spawn(name: WatchedProcess): Promise<{ readonly child: ChildProcess; readonly url: string }> {
    if (name === 'api') {
      const api = await ApiProcess.start(this.databaseUrl, {
        METRICS_PORT: '0',
        LOG_LEVEL: 'info',
        ...this.settings,
      });
      this.apiUrl = api.url;
      return { child: api.child, url: api.metricsUrl! };
    }
    const port = String(await freePort());
    const url = `http://127.0.0.1:${port}/metrics`;
    const environment = { DATABASE_URL: this.databaseUrl, LOG_FORMAT: 'json', ...SERVICE_TIMEOUTS, ...this.settings };
    if (name !== 'account') {
      const settings = { BRICKMARKET_DEMO: 'off', WORKER_CHECK_MS: '300', WORKER_LEASE_MS: '3000' };
      const variable = name === 'work' ? 'WORK_METRICS_PORT' : 'DELIVER_METRICS_PORT';
      return { child: spawnCli([name], { ...environment, ...settings, [variable]: port }), url };
    }
    const child = fork(resolve('apps/account/dist/bundle/main.js'), {
      env: {
        PATH: process.env['PATH'],
        ...environment,
        ACCOUNT_PORT: String(await freePort()),
        ACCOUNT_METRICS_PORT: port,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    await messageOf(child);
    return { child, url };
  }
}
