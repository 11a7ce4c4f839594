import { environmentFaults } from '@brickmarket/service-runtime/variables';
import { cliConfig } from '../config.ts';
import { type DatabaseServer, openDatabaseServer } from '../database/database-server.ts';
import { explain } from '../output/print.ts';
import { describeSchema, loadPersistence, rolesWithLogin } from '../persistence.wiring.ts';
import { fault, type Finding, ok } from './finding.ts';
import {
  judgeAnswers,
  judgeClock,
  judgeDeliveries,
  judgeFeeds,
  judgeJobs,
  judgeRanges,
  judgeReplicas,
  judgeRestore,
  judgeRoles,
  judgeRoleSteps,
  judgeSchema,
  judgeVersion,
  judgeWorkers,
} from './judge-database.ts';
import { judgeBackups, judgeDatabaseDisk, judgeDisk } from './judge-machine.ts';

/** Looks at everything that can be looked at; what needs something that is broken is left out. */
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

/**
 * Looks at a database that answers. While the service starts, nothing is said of jobs and deliveries that have become
 * late while it did not run.
 */
export async function examineServer(
  server: DatabaseServer,
  { isStarting }: { readonly isStarting: boolean },
): Promise<readonly Finding[]> {
  const { askForRoles, checkBooks, examineDatabase, examineRoles } = await loadPersistence();
  const withLogin = rolesWithLogin(server);
  const steps = (await examineRoles(server.ownerUrl)).filter(
    ({ role, isLogin }) => !isLogin && !withLogin.includes(role),
  );
  const lacking = judgeRoleSteps(steps, askForRoles);
  const schema = await describeSchema(server);
  const database = ok('database', `${new URL(server.ownerUrl).host} answers`);
  const migrations = judgeRestore(schema) ?? judgeSchema(schema);
  // What is asked next needs tables that may not be there yet.
  if (schema.pending.length > 0 || schema.restoreBegunAt !== null)
    return [database, ...(lacking === null ? [] : [lacking]), migrations];
  const askedAt = new Date();
  const facts = await examineDatabase(server.ownerUrl);
  const clock = judgeClock(facts, askedAt, new Date());
  const broken = await checkBooks(server.ownerUrl, { repairs: false });
  return [
    database,
    judgeVersion(facts),
    migrations,
    lacking ?? judgeRoles(facts),
    clock,
    ...(server.embedded === null ? [await judgeDatabaseDisk(facts, new URL(server.ownerUrl).hostname)] : []),
    await judgeBackups(facts.firstAccountAt, facts.now, { isEmbedded: server.embedded !== null }),
    ...(isStarting ? [] : [judgeWorkers(facts), judgeJobs(facts), judgeDeliveries(facts)]),
    judgeReplicas(facts),
    judgeAnswers(facts),
    judgeRanges(facts),
    ...judgeFeeds(facts),
    ...(broken.length === 0
      ? [ok('books and quotas', 'all keep the rules')]
      : broken.map(({ fault: rule, rows }) =>
          fault('books and quotas', `${rule} (${rows.length})`, '"brickmarket db check" lists them, --repair repairs'),
        )),
  ];
}
