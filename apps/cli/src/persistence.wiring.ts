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

/** Takes half a second: done during server start, and not for `--help`. */
export function loadPersistence(): Promise<typeof import('@brickmarket/persistence-postgres')> {
  return import('@brickmarket/persistence-postgres');
}

/** Migrates the embedded database, but not an own one. Skips `work` without a database unless one may be created. */
export function withDatabase<T>(
  work: (stores: Stores) => Promise<T>,
  options: Pick<OpenServerOptions, 'mayCreate'> = {},
): Promise<T> {
  return withServer((server) => withStores(server.ownerUrl, work), options);
}

/** One listens, one for heartbeats, two take and finish jobs. */
const WORKER_CONNECTIONS = 4;
/** A valuation reads shards on two and publishes on a third. */
const CONNECTIONS_PER_JOB = 4;

/** Sizes the pool for concurrent jobs, including extensions. */
export function withWorkerStores<T>(
  concurrency: number,
  extensions: readonly Extension[],
  work: (stores: Stores, extensionTasks: readonly Task[]) => Promise<T>,
): Promise<T> {
  const poolSize = WORKER_CONNECTIONS + concurrency * CONNECTIONS_PER_JOB;
  return withServer(
    async (server) => {
      const persistence = await loadPersistence();
      // Unique, so that a successor can end the connections of this process only.
      const applicationName = `brickmarket-worker ${randomUUID()}`;
      const settings = { applicationName, poolSize, fence: { check: null } };
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

/** A demo loads prices, sales and accounts concurrently, each with up to two. */
const CLI_CONNECTIONS = 8;

/** Requires a migrated database. */
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

/** As the delivering role. With its own login, only checks the schema. */
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

export interface ServiceLogin {
  readonly role: string;
  readonly variable: string;
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

export async function rolesWithLogin(server: DatabaseServer): Promise<readonly string[]> {
  return (await serviceLogins(server)).flatMap(({ role, url }) => (url === null ? [] : [role]));
}

/** New passwords by role. Throws if another database of the server uses the roles: it would lose access or share it. */
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

/** Names an extension whose constructor throws. Loads Nest only for extensions. */
export async function tryConstructors(extensions: readonly Extension[]): Promise<void> {
  if (extensions.length === 0) return;
  const modules = await import('@brickmarket/service-runtime/extension-modules');
  await modules.tryConstructors(extensions);
}

/** Migrates own and extension schemas, then allows the embedded API role to log in. Returns the changes. */
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

/** Throws for a too new or too old schema, or an unfinished restore. */
export async function describeCarryingSchema(server: DatabaseServer): Promise<SchemaStatus> {
  const [status, persistence] = await Promise.all([describeSchema(server), loadPersistence()]);
  persistence.refuseNewerSchema(status.newer);
  persistence.refuseOutdatedSchema(status.ran);
  persistence.refuseUnfinishedRestore(status.restoreBegunAt);
  return status;
}

export async function describeSchema({ ownerUrl, embedded }: DatabaseServer): Promise<SchemaStatus> {
  const { schemaStatus } = await loadPersistence();
  // No other build runs on the embedded server.
  return schemaStatus(ownerUrl, { mayTakeBackRoutines: embedded !== null });
}

const KEPT = 3;

/** Backup before an upgrade; undefined: only the embedded database. */
export type BackupWish = boolean | undefined;

/** Before migrations that change tables. Null: not needed, or left to the operator, who gets instructions. */
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

/** Excludes routines: they change no rows, and older builds restore theirs. */
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
