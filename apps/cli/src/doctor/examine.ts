import { environmentFaults } from '@brickmarket/service-runtime/variables';
import { SourceRegistry, StoreClock } from '@brickmarket/persistence-ports';
import { cliConfig } from '../config.ts';
import { type DatabaseServer, openDatabaseServer } from '../database/database-server.ts';
import { explain } from '../output/print.ts';
import {
  describeSchema,
  loadPersistence,
  type RoleStep,
  rolesWithLogin,
  serviceLogins,
  withStores,
} from '../persistence.wiring.ts';
import { fault, type Finding, ok } from './finding.ts';
import {
  judgeAnswers,
  judgeClock,
  judgeDeliveries,
  judgeDemo,
  judgeFeeds,
  judgeJobs,
  judgeParts,
  judgeRanges,
  judgeReplicas,
  judgeRestore,
  judgeRoles,
  judgeRoleSteps,
  judgeSchema,
  judgeVersion,
  judgeWorkers,
} from './judge-database.ts';
import { judgeBackups, judgeDatabaseDisk, judgeDisk, judgeSnapshots } from './judge-machine.ts';
import { judgeSources } from './judge-sources.ts';

/** Skips checks whose prerequisites failed. */
export async function examineService(): Promise<readonly Finding[]> {
  const misconfigured = environmentFaults(process.env);
  if (misconfigured.length > 0)
    return misconfigured.map((one) =>
      fault('configuration', one, 'Set the variable right: "brickmarket config print"'),
    );
  const configuration = ok('configuration', 'every variable has a known name and a good value');
  const disk = await judgeDisk(cliConfig().dataDir);
  try {
    const server = await openDatabaseServer();
    try {
      return [configuration, disk, ...(await examineServer(server, { isStarting: false }))];
    } finally {
      await server.close();
    }
  } catch (error) {
    const advice = 'Start it, or mend DATABASE_URL, the network or the login';
    return [configuration, disk, fault('database', explain(error), advice)];
  }
}

/** At start, ignores jobs and deliveries that are late from downtime. */
export async function examineServer(
  server: DatabaseServer,
  { isStarting }: { readonly isStarting: boolean },
): Promise<readonly Finding[]> {
  const { askForRoles, checkBooks, examineDatabase, examineRoles } = await loadPersistence();
  const steps = await examineRoles(server.ownerUrl);
  const withLogin = await rolesWithLogin(server);
  const needed = steps.filter(({ role, isLogin }) => !isLogin && !withLogin.includes(role));
  const lacking = judgeRoleSteps(needed, askForRoles);
  const schema = await describeSchema(server);
  const database = ok('database', `${new URL(server.ownerUrl).host} answers`);
  const migrations = judgeRestore(schema) ?? judgeSchema(schema);
  // Later queries need all tables.
  if (schema.pending.length > 0 || schema.restoreBegunAt !== null)
    return [database, ...(lacking === null ? [] : [lacking]), migrations];
  const askedAt = new Date();
  const facts = await examineDatabase(server.ownerUrl);
  const clock = judgeClock(facts, askedAt, new Date());
  const broken = await checkBooks(server.ownerUrl, { repairs: false });
  return [
    database,
    judgeVersion(facts),
    ...judgeDemo(facts),
    migrations,
    lacking ?? judgeRoles(facts),
    ...(schema.newer === null ? [judgeParts(facts)] : []),
    ...(migrations.state === 'fault' ? [] : await judgeLogins(server, steps)),
    clock,
    ...(server.embedded === null ? [await judgeDatabaseDisk(facts, new URL(server.ownerUrl).hostname)] : []),
    await judgeBackups(facts, { isEmbedded: server.embedded !== null }),
    ...(isStarting ? [] : [judgeWorkers(facts), judgeJobs(facts), judgeDeliveries(facts), await judgeSnapshots(facts)]),
    await judgeMail(),
    judgeReplicas(facts),
    judgeAnswers(facts),
    judgeRanges(facts),
    ...judgeFeeds(facts),
    ...(await withStores(server.ownerUrl, async (stores) =>
      judgeSources(await stores.get(SourceRegistry).list(), await stores.get(StoreClock).now()),
    )),
    ...(broken.length === 0
      ? [ok('portfolios and quotas', 'all are valid')]
      : broken.map(({ fault: rule, rows }) =>
          fault(
            'portfolios and quotas',
            `${rule} (${rows.length})`,
            '"brickmarket db check" lists them, --repair repairs',
          ),
        )),
  ];
}

/** Logs in as each process, except where roles lack something. */
async function judgeLogins(server: DatabaseServer, lacking: readonly RoleStep[]): Promise<readonly Finding[]> {
  const { tryLogin } = await loadPersistence();
  const replicas = cliConfig().databaseReplicaUrls;
  const logins = await serviceLogins(server);
  const tried = [
    ...logins.flatMap(({ role, variable, url }) => {
      if (url !== null) return [[variable, () => tryLogin(url, role, 'logs-in')] as const];
      if (lacking.some((step) => step.role === role)) return [];
      return [[`DATABASE_URL as ${role}`, () => tryLogin(server.ownerUrl, role, 'switches')] as const];
    }),
    ...replicas.map(
      (url) =>
        [
          `DATABASE_REPLICA_URLS (${new URL(url).host})`,
          () => tryLogin(url, logins[0]!.role, 'reads-replica'),
        ] as const,
    ),
  ];
  const findings = await Promise.all(
    tried.map(([name, login]) =>
      login().then(
        () => [],
        (error: unknown) => [
          fault('logins', `${name}: ${explain(error)}`, 'Mend the address or the role: its process answers 500'),
        ],
      ),
    ),
  );
  const faults = findings.flat();
  return faults.length > 0 ? faults : [ok('logins', `${tried.length} tried, all can serve`)];
}

async function judgeMail(): Promise<Finding> {
  const { mail } = cliConfig();
  if (mail === null) return ok('mail', 'none is sent: SMTP_URL is not set');
  const { greetMailServer } = await import('@brickmarket/service-runtime/mail');
  const { host } = new URL(mail.smtpUrl);
  return greetMailServer(mail).then(
    () => ok('mail', `${host} answers`),
    (error: Error) => fault('mail', `${host}: ${error.message}`, 'Mend SMTP_URL, or the mail server'),
  );
}
