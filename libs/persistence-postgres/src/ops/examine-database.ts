import type { StoredDates } from '@brickmarket/domain';
import { Client } from 'pg';
import { Database } from '../database/database.ts';
import { DELIVERER_LOCK } from '../events/deliverer-presence.ts';
import { PostgresDatabaseHealth } from '../schema/database-health.ts';
import { listRoleSteps, type RoleStep, serviceRoles } from '../schema/roles.ts';
import { listMissingParts } from '../schema/schema-parts.ts';

/** A role by which a service uses the database. */
export interface ServiceRole {
  readonly name: string;
  /** Whether it could read licensed source rows, which none of them may. */
  readonly readsSource: boolean;
}

/** What an operator wants to know of a database, read by its owner at one moment. */
export interface DatabaseFacts extends StoredDates {
  /** `180004`. */
  readonly versionNumber: number;
  /** The folder of its data on its machine; null when this login may not know. */
  readonly dataDirectory: string | null;
  readonly roles: readonly ServiceRole[];
  /** Rights, policies, indexes and triggers that migrations have made and that are gone, as SQL that makes them. */
  readonly missingParts: readonly string[];
  /** Jobs without another attempt, and how long the oldest one that waits has been due. */
  readonly failedJobs: number;
  readonly oldestJobSeconds: number;
  /** Workers whose lease runs, and those that neither renewed nor gave it back. */
  readonly liveWorkers: number;
  readonly lostWorkers: number;
  /** How far the replica that is furthest behind is; 0 where there is none. */
  readonly replicaLagSeconds: number;
  readonly replicaLagBytes: number;
  /** What the API has answered in this hour and the one before, and with an error of ours. */
  readonly requests: number;
  readonly errors: number;
  /** Deliveries that were given up in the last week, and how long the oldest one that nobody sends has been due. */
  readonly deadLetters: number;
  readonly oldestDeliverySeconds: number;
  /** How long the oldest event has waited for the rules. */
  readonly oldestEventSeconds: number;
  /** Processes that deliver now, and when the oldest rule in force was made; null: there is none. */
  readonly deliverers: number;
  readonly firstRuleAt: Date | null;
  /** Whether the server archives its log, and whether it failed the last time. */
  readonly isArchiving: boolean;
  readonly hasArchivingFailed: boolean;
  /** Sales of the newest month of the scorecard, and how many of them lay in the range that was served; null: none. */
  readonly scoredSales: number;
  readonly rangeHeldPct: number | null;
  /** When each kind of shared data last changed; null: never. */
  readonly changedAt: Readonly<Record<'catalog' | 'market' | 'retail', Date | null>>;
  /** When the oldest account was made; null: there is none. */
  readonly firstAccountAt: Date | null;
}

const ROLES = `
SELECT rolname AS name, coalesce(has_schema_privilege(oid, to_regnamespace('source'), 'USAGE'), false) AS "readsSource"
FROM pg_roles WHERE rolname = ANY ($1)`;

const STATE = `
SELECT current_setting('server_version_num')::integer AS "versionNumber", clock_timestamp() AS now,
  (SELECT max(as_of) - date '1970-01-01' FROM market.valuation_run) AS "valuedOn",
  CASE WHEN pg_has_role('pg_read_all_settings', 'USAGE') THEN current_setting('data_directory') END AS "dataDirectory",
  (SELECT coalesce(sum(failed), 0)::integer FROM ops.job_queue()) AS "failedJobs",
  (SELECT coalesce(max(oldest_seconds), 0) FROM ops.job_queue()) AS "oldestJobSeconds",
  (SELECT alive FROM ops.worker_load()) AS "liveWorkers", (SELECT lost FROM ops.worker_load()) AS "lostWorkers",
  (SELECT coalesce(max(seconds), 0) FROM ops.replica_lag()) AS "replicaLagSeconds",
  (SELECT coalesce(max(bytes), 0) FROM ops.replica_lag()) AS "replicaLagBytes",
  (SELECT coalesce(sum(requests), 0)::float8 FROM ops.service_hour WHERE hour > now() - interval '2 hours') AS requests,
  (SELECT coalesce(sum(errors), 0)::float8 FROM ops.service_hour WHERE hour > now() - interval '2 hours') AS errors,
  (SELECT count(*)::integer FROM events.delivery
   WHERE state = 'failed' AND finished_at > now() - interval '7 days') AS "deadLetters",
  (SELECT coalesce(extract(epoch FROM now() - min(d.due_at)), 0)::float8 FROM events.delivery d
   LEFT JOIN events.endpoint e ON e.account_id = d.account_id AND e.id = d.endpoint_id
   WHERE d.state = 'pending' AND d.due_at < now() AND d.leased_until IS NULL
     AND (d.endpoint_id IS NULL OR (e.verified_at IS NOT NULL AND e.disabled_at IS NULL))) AS "oldestDeliverySeconds",
  (SELECT max(oldest_seconds) FROM ops.delivery_load() WHERE subject = 'events') AS "oldestEventSeconds",
  (SELECT count(*)::integer FROM pg_locks JOIN pg_database d ON d.oid = database AND d.datname = current_database()
   WHERE locktype = 'advisory' AND classid = ${DELIVERER_LOCK}) AS deliverers,
  (SELECT min(created_at) FROM events.rule WHERE paused_at IS NULL) AS "firstRuleAt",
  current_setting('archive_mode') <> 'off' AS "isArchiving",
  (SELECT coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)
   FROM pg_stat_archiver) AS "hasArchivingFailed",
  coalesce(scored.sales, 0) AS "scoredSales",
  (scored.report #>> '{overall,estimator,coveragePct}')::float8 AS "rangeHeldPct",
  (SELECT coalesce(json_object_agg(kind, changed_at), '{}') FROM ops.data_kind) AS "changedAt",
  (SELECT min(created_at) FROM access.account) AS "firstAccountAt"
FROM (VALUES (1)) AS always
LEFT JOIN (SELECT sales, report FROM market.scorecard ORDER BY month DESC LIMIT 1) AS scored ON true`;

type StateRow = Omit<DatabaseFacts, 'roles' | 'missingParts' | 'changedAt'> & {
  readonly changedAt: Readonly<Partial<Record<keyof DatabaseFacts['changedAt'], string | null>>>;
};

async function asDoctor<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, application_name: 'brickmarket-doctor' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Lists what roles lack, also of a database that is not migrated yet. */
export function examineRoles(ownerUrl: string): Promise<readonly RoleStep[]> {
  return asDoctor(ownerUrl, (client) => listRoleSteps(client, ownerUrl));
}

const LOGIN_TIMEOUT_MS = 5_000;

/** Logs in as a process does that uses this role. Rejects with the reason why the process could not serve. */
export async function tryLogin(
  url: string,
  role: string,
  how: 'logs-in' | 'switches' | 'reads-replica',
): Promise<void> {
  const database = await Database.connect({
    url,
    applicationName: 'brickmarket-doctor',
    poolSize: 1,
    statementTimeoutMs: LOGIN_TIMEOUT_MS,
    ...(how !== 'logs-in' && { role }),
  });
  try {
    const { rows } = await database.pool.query<{ login: string; hasRole: boolean }>(
      `SELECT session_user AS login, pg_has_role($1, 'USAGE') AS "hasRole"`,
      [role],
    );
    if (!rows[0]!.hasRole) throw new Error(`the login ${rows[0]!.login} does not have the rights of ${role}`);
    if (how !== 'reads-replica') await new PostgresDatabaseHealth(database).check();
  } finally {
    await database.close();
  }
}

/** Reads the facts of a migrated database. */
export function examineDatabase(ownerUrl: string): Promise<DatabaseFacts> {
  return asDoctor(ownerUrl, async (client) => {
    const { rows: found } = await client.query<ServiceRole>(ROLES, [serviceRoles(ownerUrl)]);
    const { rows } = await client.query<StateRow>(STATE);
    const { changedAt, ...state } = rows[0]!;
    const moment = (text: string | null | undefined): Date | null => (text ? new Date(text) : null);
    return {
      ...state,
      roles: found,
      missingParts: await listMissingParts(client, ownerUrl),
      changedAt: {
        catalog: moment(changedAt.catalog),
        market: moment(changedAt.market),
        retail: moment(changedAt.retail),
      },
    };
  });
}
