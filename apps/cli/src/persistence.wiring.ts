import { randomUUID } from 'node:crypto';
import type { Extension, Job } from '@brickmarket/extension';
import { runAs } from '@brickmarket/service-runtime/extensions';
import { DatabaseHealth, type Task } from '@brickmarket/persistence-ports';
import type {
  BackupSource,
  BackupSummary,
  BookFault,
  ConnectionSettings,
  DatabaseFacts,
  ExtensionDatabases,
  NewerSchema,
  RoleStep,
  SchemaStatus,
  Stores,
} from '@brickmarket/persistence-postgres';
import { cliConfig } from './config.ts';
import { type DatabaseServer, openDatabaseServer, type OpenServerOptions } from './database/database-server.ts';
import { backupsFolder, newBackupFile, pruneBackups, removeLeftPartials } from './database/backups-folder.ts';
import { warn } from './output/print.ts';
import { watchProgress } from './output/progress.ts';

/** Storage by port: `stores.get(AccountStore)`. */
export type { BackupSource, BackupSummary, BookFault, DatabaseFacts, NewerSchema, RoleStep, SchemaStatus, Stores };

/** Half a second of loading: done while the server starts, and not at all for `--help`. */
export function loadPersistence(): Promise<typeof import('@brickmarket/persistence-postgres')> {
  return import('@brickmarket/persistence-postgres');
}

/**
 * Runs `work` on the database in use. The embedded one is migrated first; one of your own is migrated only when you say
 * so. Where there is none, `work` is not run, unless it may create one.
 */
export function withDatabase<T>(
  work: (stores: Stores) => Promise<T>,
  options: Pick<OpenServerOptions, 'mayCreate'> = {},
): Promise<T> {
  return withServer((server) => withStores(server.ownerUrl, work), options);
}

/** Connections of a worker for itself: one listens, one shows that it lives, two take and finish jobs. */
const WORKER_CONNECTIONS = 4;
/** A valuation has its shards on two connections and publishes on a third. */
const CONNECTIONS_PER_JOB = 4;

/**
 * Runs `work` with as many connections as a worker needs that does so many jobs at the same time, and with the jobs of
 * extensions.
 */
export function withWorkerStores<T>(
  concurrency: number,
  extensions: readonly Extension[],
  work: (stores: Stores, extensionTasks: readonly Task[]) => Promise<T>,
): Promise<T> {
  const poolSize = WORKER_CONNECTIONS + concurrency * CONNECTIONS_PER_JOB;
  return withServer(
    async (server) => {
      const persistence = await loadPersistence();
      // Its own name: when it hangs, whoever takes its place ends the connections of this process and of no other.
      const applicationName = `brickmarket-worker ${randomUUID()}`;
      const settings = { applicationName, poolSize, fence: new persistence.Fence() };
      const databases = new persistence.ExtensionDatabases({
        ...settings,
        url: server.ownerUrl,
        statementTimeoutMs: 0,
      });
      try {
        const tasks = extensionTasks(extensions, databases);
        return await withStores(server.ownerUrl, (stores) => work(stores, tasks), settings);
      } finally {
        await databases.close();
      }
    },
    { mayCreate: true, extensions },
  );
}

function extensionTasks(extensions: readonly Extension[], databases: ExtensionDatabases): readonly Task[] {
  return extensions.flatMap(({ name, jobs = [] }) => {
    if (jobs.length === 0) return [];
    const database = databases.openForJobs(name);
    return jobs.map((job: Job) => ({
      name: `${name}:${job.name}` as const,
      schedule: job.schedule,
      run: () => runAs(name, () => job.run(database)),
    }));
  });
}

async function withServer<T>(
  work: (server: DatabaseServer) => Promise<T>,
  {
    mayCreate = false,
    extensions = [],
  }: { readonly mayCreate?: boolean; readonly extensions?: readonly Extension[] } = {},
): Promise<T> {
  const [server] = await Promise.all([openDatabaseServer({ mayCreate }), loadPersistence()]);
  try {
    const { pending } = await describeCarryingSchema(server);
    if (pending.length > 0 && server.embedded === null)
      throw new Error('the schema of this database is not up to date: run "brickmarket db migrate"');
    if (pending.length > 0 || (extensions.length > 0 && server.embedded !== null)) {
      await backUpFirst(server, extensions, undefined, warn);
      await migrateSchema(server, extensions);
    }
    return await work(server);
  } finally {
    await server.close();
  }
}

/** A demo loads prices, sales and accounts at the same time, each with up to two. */
const CLI_CONNECTIONS = 8;

/** Runs `work` on the stores of a migrated database. */
export async function withStores<T>(
  url: string,
  work: (stores: Stores) => Promise<T>,
  settings: Partial<ConnectionSettings> = {},
): Promise<T> {
  const persistence = await loadPersistence();
  const database = await persistence.Database.connect({
    url,
    applicationName: 'brickmarket-cli',
    poolSize: CLI_CONNECTIONS,
    ...settings,
  });
  try {
    return await work(new persistence.Stores(database));
  } finally {
    await database.close();
  }
}

const DELIVER_CONNECTIONS = { applicationName: 'brickmarket-deliver', poolSize: 8 };

/**
 * Runs `work` on the stores as the role that delivers alerts may use them. Its own login is enough: then the schema is
 * only checked.
 */
export function withDeliverStores<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
  const { databaseUrl, databaseDeliverUrl } = cliConfig();
  if (databaseUrl === null && databaseDeliverUrl !== null) {
    const checked = async (stores: Stores): Promise<T> => {
      await stores.get(DatabaseHealth).check();
      return work(stores);
    };
    return withStores(databaseDeliverUrl, checked, DELIVER_CONNECTIONS);
  }
  return withServer(async (server) => {
    const { serviceRole } = await loadPersistence();
    return withStores(server.deliverUrl ?? server.ownerUrl, work, {
      ...DELIVER_CONNECTIONS,
      ...(server.deliverUrl === null && { role: serviceRole(server.ownerUrl, 'deliver') }),
    });
  });
}

/** How a process that serves logs in. */
export interface ServiceLogin {
  readonly role: string;
  readonly variable: string;
  /** Null: the owner's login switches to the role. */
  readonly url: string | null;
}

export async function serviceLogins(server: DatabaseServer): Promise<readonly ServiceLogin[]> {
  const { serviceRole } = await loadPersistence();
  return [
    { role: serviceRole(server.ownerUrl, 'api'), variable: 'DATABASE_API_URL', url: server.apiUrl },
    { role: serviceRole(server.ownerUrl, 'account'), variable: 'DATABASE_ACCOUNT_URL', url: server.accountUrl },
    { role: serviceRole(server.ownerUrl, 'deliver'), variable: 'DATABASE_DELIVER_URL', url: server.deliverUrl },
  ];
}

/** Roles that the owner need not take on. */
export async function rolesWithLogin(server: DatabaseServer): Promise<readonly string[]> {
  return (await serviceLogins(server)).flatMap(({ role, url }) => (url === null ? [] : [role]));
}

/**
 * The passwords of addresses that do not log in yet, by role. Throws when another database of the server uses one of
 * these roles: a new password would lock out its processes, and would open it to this deployment.
 */
export async function newServiceLogins(server: DatabaseServer): Promise<Readonly<Record<string, string>>> {
  const { canLogIn, listDatabasesOf } = await loadPersistence();
  const passwords: Record<string, string> = {};
  for (const { role, url } of await serviceLogins(server)) {
    const { username = '', password = '' } = url === null ? {} : new URL(url);
    if (username === role && password !== '' && !(await canLogIn(url!))) passwords[role] = decodeURIComponent(password);
  }
  const roles = Object.keys(passwords);
  const others = await listDatabasesOf(roles, server.ownerUrl);
  if (others.length > 0)
    throw new Error(
      `no password was set: ${roles.join(', ')} also serve the database ${others.join(', ')} of this server. ` +
        'New passwords would lock out its processes, and would open it to this deployment. End all addresses ' +
        'of this deployment with ?roles=PREFIX, for roles of its own: PREFIX_api, PREFIX_account and PREFIX_deliver',
    );
  return passwords;
}

/** Throws with the name of an extension whose constructor throws. Loads Nest only for extensions. */
export async function tryConstructors(extensions: readonly Extension[]): Promise<void> {
  if (extensions.length === 0) return;
  const modules = await import('@brickmarket/service-runtime/extension-modules');
  await modules.tryConstructors(extensions);
}

/**
 * Brings the schema up to this build, and those of extensions up to theirs; the API's role of the embedded server may
 * then log in. Returns what was done.
 */
export async function migrateSchema(
  server: DatabaseServer,
  extensions: readonly Extension[],
): Promise<readonly string[]> {
  const { migrate, migrateExtensions } = await loadPersistence();
  const ran = [
    ...(await migrate(server.ownerUrl, { mayTakeBackRoutines: true, rolesWithLogin: await rolesWithLogin(server) })),
    ...(await migrateExtensions(server.ownerUrl, extensions)),
  ];
  await server.embedded?.allowServiceLogins();
  return ran;
}

/** What state the schema is in. Throws when it is too new to write to it, and when a restore has not finished. */
export async function describeCarryingSchema(server: DatabaseServer): Promise<SchemaStatus> {
  const [status, persistence] = await Promise.all([describeSchema(server), loadPersistence()]);
  persistence.refuseNewerSchema(status.newer);
  persistence.refuseUnfinishedRestore(status.restoreBegunAt);
  return status;
}

/** What state the schema is in. */
export async function describeSchema({ ownerUrl, embedded }: DatabaseServer): Promise<SchemaStatus> {
  const { schemaStatus } = await loadPersistence();
  // No other build runs on the embedded server.
  return schemaStatus(ownerUrl, { mayTakeBackRoutines: embedded !== null });
}

/** How many automatic backups are kept. */
const KEPT = 3;

/** Whether to back up before an upgrade; undefined: the embedded database, but not a server of the operator's own. */
export type BackupWish = boolean | undefined;

/**
 * Backs up a database with data before migrations change its tables. Returns the file; null when there was nothing to
 * do. Says how it is done where it is left to the operator.
 */
export async function backUpFirst(
  server: DatabaseServer,
  extensions: readonly Extension[],
  wish: BackupWish,
  say: (line: string) => void,
): Promise<string | null> {
  if (wish === false || !(await willChangeTables(server, extensions))) return null;
  if (wish === undefined && server.embedded === null) {
    say(
      'no backup is made first, because this PostgreSQL is your own: "db migrate --backup" makes one, as does ' +
        '"db backup" before, pg_dump, or what your server has (say "db migrate --no-backup" then)',
    );
    return null;
  }
  const { backUpDatabase, partialSuffix } = await loadPersistence();
  const file = await newBackupFile('automatic', new Date());
  await removeLeftPartials(backupsFolder(), partialSuffix);
  try {
    await watchProgress((progress) => {
      progress.step('backing up before the upgrade');
      return backUpDatabase(server.ownerUrl, file, (done, total) => progress.advance(done, total));
    });
  } catch (error) {
    throw new Error(
      `the database was not upgraded, because no backup could be made: ${(error as Error).message}. ` +
        'Mend that; or run "brickmarket db migrate --no-backup" once you have a backup of your own',
      { cause: error },
    );
  }
  await pruneBackups('automatic', KEPT);
  say(`backed up to ${file}`);
  return file;
}

/** Routines are not counted: they change no rows, and the build that had others applies its own again. */
async function willChangeTables(server: DatabaseServer, extensions: readonly Extension[]): Promise<boolean> {
  const [{ ran, pending }, { listPendingOfExtensions }] = await Promise.all([
    describeSchema(server),
    loadPersistence(),
  ]);
  if (ran.length === 0) return false;
  const isRoutine = (step: string): boolean => /^(drop of )?routine /.test(step);
  return (
    pending.some((step) => !isRoutine(step)) || (await listPendingOfExtensions(server.ownerUrl, extensions)).length > 0
  );
}
