import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cliConfig } from '../config.ts';
import { type DatabaseServer, openDatabaseServer } from '../database/database-server.ts';
import { describeSchema, loadPersistence, migrateSchema, withStores } from '../persistence.wiring.ts';
import { ensureDemoKey, loadFirstDemo } from './first-demo.ts';
import { chooseListenAddress, type ListenAddress } from './listen-address.ts';
import { ServiceProcess, stopOnSignal } from './service-process.ts';

const API = fileURLToPath(new URL('../../../api/dist/main.js', import.meta.url));
const API_IN_SEVERAL_PROCESSES = fileURLToPath(new URL('../../../api/dist/cluster/main.js', import.meta.url));
const CLI = fileURLToPath(new URL('../main.js', import.meta.url));
const DATABASE_CHECK_MS = 1_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const step = (what: string): void => {
  say(`> ${what}`);
};

/** Runs the API and the batch jobs until a signal comes. The database starts before them and stops after them. */
export async function startService(): Promise<void> {
  const api = new ServiceProcess('API', cliConfig().hasSeveralProcesses ? API_IN_SEVERAL_PROCESSES : API, say);
  const jobs = new ServiceProcess('batch jobs', CLI, say, ['run-jobs']);
  // A promise, so that a server that is still opening when the signal comes is closed once it is open.
  let opening: Promise<DatabaseServer> | null = null;
  const closeDatabase = async (): Promise<void> =>
    opening?.then(
      (server) => server.close(),
      () => undefined,
    );
  const stopping = stopOnSignal({
    stop: async () => {
      say('\nstopping');
      await Promise.all([api.stop(), jobs.stop()]);
      await closeDatabase();
    },
    kill: () => {
      api.kill();
      jobs.kill();
    },
  });
  try {
    const address = await chooseListenAddress(say);
    opening = openDatabaseServer(step);
    let [server] = await Promise.all([opening, loadPersistence()]);
    await prepareDatabase(server);
    step('starting the API');
    api.start(apiEnvironment(server, address));
    const [demoKey] = await Promise.all([findDemoKey(server), api.untilReady(() => answers(`${address.url}/readyz`))]);
    if (!stopping.aborted) announce(address, demoKey);
    if (!stopping.aborted) await startJobs(jobs, server);
    while (!stopping.aborted) {
      await sleep(DATABASE_CHECK_MS, undefined, { signal: stopping }).catch(() => undefined);
      if (stopping.aborted || server.embedded?.isRunning() !== false) continue;
      opening = reopen(server, api, jobs, address);
      server = await opening;
    }
  } catch (error) {
    if (stopping.aborted) return;
    await Promise.all([api.stop(), jobs.stop()]);
    await closeDatabase();
    throw error;
  }
}

async function prepareDatabase(server: DatabaseServer): Promise<void> {
  const { pending } = await describeSchema(server.ownerUrl);
  if (pending.length > 0) step(`preparing the database (${pending.length} migrations)`);
  if (pending.length > 0) await migrateSchema(server);
  // Repeated on every start: the last one may have been killed between migrating and this.
  await server.embedded?.allowApiLogin();
  // Demo data must never appear in a database of the operator's own.
  if (server.embedded !== null) await withStores(server.ownerUrl, (stores) => loadFirstDemo(stores, step));
}

/** Null with a database of the operator's own, which gets no demo account. */
async function findDemoKey({ embedded, ownerUrl }: DatabaseServer): Promise<string | null> {
  return embedded && withStores(ownerUrl, (stores) => ensureDemoKey(stores, embedded.dataDir));
}

function apiEnvironment(server: DatabaseServer, address: ListenAddress): NodeJS.ProcessEnv {
  return {
    ...process.env,
    HOST: address.host,
    PORT: address.port,
    DATABASE_URL: server.ownerUrl,
    ...(server.apiUrl !== null && { DATABASE_API_URL: server.apiUrl }),
    MIGRATE_ON_START: 'false',
  };
}

/** The service does not wait for the jobs to be ready: they are only kept running. */
async function startJobs(jobs: ServiceProcess, server: DatabaseServer): Promise<void> {
  jobs.start(jobsEnvironment(server));
  await jobs.untilReady(async () => true);
}

function jobsEnvironment(server: DatabaseServer): NodeJS.ProcessEnv {
  return { ...process.env, DATABASE_URL: server.ownerUrl };
}

async function reopen(
  lost: DatabaseServer,
  api: ServiceProcess,
  jobs: ServiceProcess,
  address: ListenAddress,
): Promise<DatabaseServer> {
  say('the embedded PostgreSQL ended; starting it again');
  await lost.close();
  const server = await openDatabaseServer(step);
  // It usually gets the same port, and the API reconnects by itself; another process may have taken that port
  // meanwhile.
  if (server.ownerUrl !== lost.ownerUrl)
    await Promise.all([api.restart(apiEnvironment(server, address)), jobs.restart(jobsEnvironment(server))]);
  return server;
}

async function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.ok,
    () => false,
  );
}

function announce(address: ListenAddress, demoKey: string | null): void {
  say(
    `\nBrickmarket is ready at ${address.url}/api/v1 (Ctrl-C stops it)\n` +
      `Read and try it in a browser: ${address.url}/docs`,
  );
  if (demoKey === null) return;
  say(
    `Demo API key: ${demoKey}\nTry it:\n\n` +
      `  curl -H 'Authorization: Bearer ${demoKey}' ${address.url}/api/v1/catalog/themes\n`,
  );
}
