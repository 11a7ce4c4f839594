import type { StoredDates } from '@brickmarket/domain';
import { Client } from 'pg';
import { Database } from '../database/database.ts';
import { DELIVERER_LOCK } from '../events/deliverer-presence.ts';
import { lastNewsAt } from '../import-journal/import-journal.feature.ts';
import { PostgresDatabaseHealth } from '../schema/database-health.ts';
import { listRoleSteps, type RoleStep, serviceRoles } from '../schema/roles.ts';
import { listMissingParts } from '../schema/schema-parts.ts';

export interface ServiceRole {
  readonly name: string;
  /** Must be false: no service may read licensed source rows. */
  readonly readsSource: boolean;
}

export interface DatabaseFacts extends StoredDates {
  readonly versionNumber: number;
  /** Null: not visible to this login. */
  readonly dataDirectory: string | null;
  readonly roles: readonly ServiceRole[];
  /** Missing rights, policies, indexes and triggers, as SQL that restores them. */
  readonly missingParts: readonly string[];
  /** Jobs without attempts left, and age of the oldest due one. */
  readonly failedJobs: number;
  readonly oldestJobSeconds: number;
  /** Workers with a valid lease, and with an expired one. */
  readonly liveWorkers: number;
  readonly lostWorkers: number;
  /** Maximum lag; 0 without replicas. */
  readonly replicaLagSeconds: number;
  readonly replicaLagBytes: number;
  /** Requests of this hour and the one before, and server errors. */
  readonly requests: number;
  readonly errors: number;
  /** Deliveries given up in a week, and age of the oldest that no process sends. */
  readonly deadLetters: number;
  readonly oldestDeliverySeconds: number;
  /** Age of the oldest unmatched event. */
  readonly oldestEventSeconds: number;
  /** Delivering processes, and creation of the oldest active rule. */
  readonly deliverers: number;
  readonly firstRuleAt: Date | null;
  /** WAL archiving, and whether it failed last. */
  readonly isArchiving: boolean;
  readonly hasArchivingFailed: boolean;
  /** Scored sales of the newest month, and those within the served range. */
  readonly scoredSales: number;
  readonly rangeHeldPct: number | null;
  readonly changedAt: Readonly<Record<'catalog' | 'market' | 'retail', Date | null>>;
  /** Last import with new or changed sales. */
  readonly salesImportedAt: Date | null;
  readonly firstAccountAt: Date | null;
  readonly hasDemo: boolean;
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
  (${lastNewsAt("'sales'")}) AS "salesImportedAt",
  (SELECT min(created_at) FROM access.account) AS "firstAccountAt",
  EXISTS (SELECT FROM ops.demo_market) AS "hasDemo"
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

/** Works before migration too. */
export function examineRoles(ownerUrl: string): Promise<readonly RoleStep[]> {
  return asDoctor(ownerUrl, (client) => listRoleSteps(client, ownerUrl));
}

const LOGIN_TIMEOUT_MS = 5_000;

/** Rejects with the reason why the process could not serve. */
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
