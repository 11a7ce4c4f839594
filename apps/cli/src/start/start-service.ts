import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DEMO_EMAIL } from '@brickmarket/demo-market';
import { DEMO_NOTICE, InvalidInputError, MS_PER_DAY, systemClock } from '@brickmarket/domain';
import type { Extension } from '@brickmarket/extension';
import { makeSignInLink } from '@brickmarket/operations/identity';
import { operatorContext } from '../commands/account-access.command.ts';
import { accountUrlAt, cliConfig } from '../config.ts';
import { type DatabaseServer, openDatabaseServer } from '../database/database-server.ts';
import type { InventedMarket } from '../demo/invented-market.ts';
import { examineServer } from '../doctor/examine.ts';
import { troubleLines } from '../doctor/finding.ts';
import { judgeDisk } from '../doctor/judge-machine.ts';
import { print } from '../output/print.ts';
import {
  backUpFirst,
  type BackupWish,
  describeCarryingSchema,
  loadPersistence,
  migrateSchema,
  tryConstructors,
  withStores,
} from '../persistence.wiring.ts';
import { findDemoKey, hasDemo, inventFirstDemo, loadFirstDemo } from './first-demo.ts';
import { accountEnvironment, apiEnvironment, deliverEnvironment, jobsEnvironment } from './process-environments.ts';
import {
  type Addresses,
  chooseAddresses,
  type ListenAddress,
  ServiceProcess,
  stopOnSignal,
} from './service-process.ts';

const API = fileURLToPath(new URL('../../../api/dist/bundle/main.js', import.meta.url));
const API_IN_SEVERAL_PROCESSES = fileURLToPath(new URL('../../../api/dist/cluster/main.js', import.meta.url));
const ACCOUNT = fileURLToPath(new URL('../../../account/dist/bundle/main.js', import.meta.url));
const CLI = fileURLToPath(new URL('../bundle/main.js', import.meta.url));
const DATABASE_CHECK_MS = 1_000;

const say = (line: string): void => print(false, null, line);
const step = (what: string): void => {
  say(`> ${what}`);
};

/** Runs API, account area and jobs until a signal. The database starts first and stops last. */
export async function startService(extensions: readonly Extension[], backup: BackupWish): Promise<void> {
  const api = new ServiceProcess('API', cliConfig().hasSeveralProcesses ? API_IN_SEVERAL_PROCESSES : API, say);
  const account = new ServiceProcess('account area', ACCOUNT, say);
  const jobs = new ServiceProcess('background jobs', CLI, say, ['work']);
  const deliveries = new ServiceProcess('deliveries', CLI, say, ['deliver']);
  const processes = [api, account, jobs, deliveries];
  // A promise, so that a server still opening at the signal is closed afterwards.
  let opening: Promise<DatabaseServer> | null = null;
  let invented: InventedMarket | null = null;
  const closeDatabase = async (): Promise<void> =>
    opening?.then(
      (server) => server.close(),
      () => undefined,
    );
  const stopping = stopOnSignal({
    stop: async () => {
      say('\nstopping');
      await Promise.all(processes.map((process) => process.stop()));
      await closeDatabase();
      await invented?.discard();
    },
    kill: () => {
      for (const process of processes) process.kill();
    },
  });
  try {
    await tryConstructors(extensions);
    const addresses = await chooseAddresses(say);
    const now = systemClock.now();
    invented = await inventFirstDemo(now);
    opening = openDatabaseServer({ mayCreate: true, onProgress: step });
    let [server] = await Promise.all([opening, loadPersistence()]);
    await prepareDatabase(server, extensions, backup);
    const demo = loadFirstDemo(server, invented, now, step);
    await demo.imported;
    // Services start during the valuation, before their addresses are printed.
    step('starting the API');
    api.start(apiEnvironment(server, addresses));
    const accountReady = startAccount(account, server, addresses);
    const portFault = new AbortController();
    accountReady.catch((fault: unknown) => portFault.abort(fault));
    const [demoKey] = await Promise.all([demo.loaded.then(() => findDemoKey(server)), api.untilReady(addresses.api)]);
    portFault.signal.throwIfAborted();
    if (!stopping.aborted) announce(addresses.api, demoKey);
    // After the API is announced it serves in any case.
    const startRest = async (): Promise<void> => {
      if ((await accountReady) && !stopping.aborted) await announceAccount(server, addresses.account);
      if (!stopping.aborted) startJobs(jobs, jobsEnvironment(server));
      if (!stopping.aborted) startJobs(deliveries, deliverEnvironment(server, addresses));
      if (!stopping.aborted) await sayTrouble(server);
    };
    startRest().catch((error: Error) => {
      if (!portFault.signal.aborted) say(error.message);
    });
    while (!stopping.aborted) {
      await sleep(DATABASE_CHECK_MS, undefined, { signal: stopping }).catch(() => undefined);
      portFault.signal.throwIfAborted();
      if (stopping.aborted || server.embedded?.isRunning() !== false) continue;
      const lost = server;
      opening = openAgain(lost, stopping);
      server = await opening;
      if (server.ownerUrl !== lost.ownerUrl) await restartOn(server, { api, account, jobs, deliveries }, addresses);
    }
  } catch (error) {
    if (stopping.aborted) return;
    await Promise.all(processes.map((process) => process.stop()));
    await closeDatabase();
    await invented?.discard();
    throw error;
  }
}

async function prepareDatabase(
  server: DatabaseServer,
  extensions: readonly Extension[],
  backup: BackupWish,
): Promise<void> {
  const { pending, newer } = await describeCarryingSchema(server);
  if (newer !== null)
    step(`a newer build has migrated this database (${newer.found}); this build, up to ${newer.known}, works on it`);
  await backUpFirst(server, extensions, backup, step);
  if (pending.length > 0) step(`preparing the database (${pending.length} steps)`);
  if (pending.length > 0 || extensions.length > 0) await migrateSchema(server, extensions);
  // Repeated on every start: the last one may have been killed in between.
  await server.embedded?.allowServiceLogins();
}

async function sayTrouble(server: DatabaseServer): Promise<void> {
  const { dataDir } = cliConfig();
  const findings = [await judgeDisk(dataDir), ...(await examineServer(server, { isStarting: true }))];
  for (const line of troubleLines(findings)) say(line);
}

/** Reports a failure and continues with the API. InvalidInputError: port in use. */
async function startAccount(account: ServiceProcess, server: DatabaseServer, addresses: Addresses): Promise<boolean> {
  account.start(accountEnvironment(server, addresses));
  return account.untilReady(addresses.account).then(
    () => true,
    (error: Error) => {
      if (error instanceof InvalidInputError) throw error;
      say(`${error.message}; the API runs without it`);
      return false;
    },
  );
}

/** Only restarts dead jobs, without waiting for readiness. */
function startJobs(jobs: ServiceProcess, environment: NodeJS.ProcessEnv): void {
  jobs.start(environment);
  jobs.assumeReady();
}

const REOPEN_PAUSE_MS = 2_000;

/** Retries, such as on a full disk. Prints each new reason once. */
async function openAgain(lost: DatabaseServer, stopping: AbortSignal): Promise<DatabaseServer> {
  say('the embedded PostgreSQL stopped; restarting it');
  await lost.close();
  for (let lastReason = ''; ;) {
    try {
      return await openDatabaseServer({ mayCreate: true, onProgress: step });
    } catch (error) {
      if (stopping.aborted) throw error;
      const { message } = error as Error;
      if (message !== lastReason) say(`${message}\nIt is started again as soon as that is mended.`);
      lastReason = message;
      await sleep(REOPEN_PAUSE_MS, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}

/** A reopened database usually keeps its port, and services reconnect; otherwise they restart. */
async function restartOn(
  server: DatabaseServer,
  { api, account, jobs, deliveries }: Readonly<Record<'api' | 'account' | 'jobs' | 'deliveries', ServiceProcess>>,
  addresses: Addresses,
): Promise<void> {
  await Promise.all([
    api.restart(apiEnvironment(server, addresses)),
    jobs.restart(jobsEnvironment(server)),
    deliveries.restart(deliverEnvironment(server, addresses)),
    account.restart(accountEnvironment(server, addresses)),
  ]);
}

function announce(address: ListenAddress, demoKey: string | null): void {
  say(
    `\nBrickmarket is ready at ${address.url}/api/v1 (Ctrl-C stops it)\n` +
      `Read and try it in a browser: ${address.url}/docs`,
  );
  if (demoKey === null) {
    say(
      'Create an account and a key to use it:\n\n' +
        '  npm run -s brickmarket -- accounts create --email you@example.com --plan reseller\n' +
        '  npm run -s brickmarket -- keys create --account you@example.com --name "my script"\n',
    );
    return;
  }
  say(
    `${DEMO_NOTICE}\n\nTry it with the demo key:\n\n` +
      `  export KEY=${demoKey} API=${address.url}/api/v1\n` +
      '  curl -H "Authorization: Bearer $KEY" $API/catalog/themes\n',
  );
}

async function announceAccount(server: DatabaseServer, { port }: ListenAddress): Promise<void> {
  const { ownerUrl } = server;
  const url = accountUrlAt(port);
  say(`Account area: ${url}`);
  if (!(await hasDemo(server))) return;
  // Longer than other links, as users may read first.
  await withStores(ownerUrl, (stores) => makeSignInLink(operatorContext(stores, url), DEMO_EMAIL, MS_PER_DAY)).then(
    (link) => say(`Sign in as the demo account (valid once, for one day): ${link.url}`),
    // The database may be restarting.
    (error: Error) =>
      say(`no sign-in link was created (${error.message}): npm run brickmarket accounts sign-in-link ${DEMO_EMAIL}`),
  );
}
