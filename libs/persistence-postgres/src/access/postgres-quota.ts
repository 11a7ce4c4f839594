import { type Plan, type EpochDay, formatIsoDay, type IsoDay } from '@brickmarket/domain';
import {
  type AccountUsage,
  AdmissionGate,
  type ChargedKey,
  DATA_KINDS,
  type DataVersions,
  type KeyCharge,
  type KeyUsage,
  KeyUsageReport,
  KeyUsageRetention,
  PLANS_WITH_API,
  StoreClock,
  versionIn,
} from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import { TIMELINE } from '../database/timeline.ts';

// Plain SQL, as nothing here is edited record by record.

interface AdmittedRow {
  ordinal: number;
  key_id: number;
  account_id: number;
  includes_api: boolean;
  daily_limit: number;
  used_before: number;
  /** A 1 per cost that fitted, else 0. */
  fitted: string | null;
  moment: ChargingMoment | null;
  /** Present if requested, or with replicas. */
  book_version?: number;
}

interface ChargingMoment {
  readonly day: string;
  readonly resets_at: number;
  readonly charged_at: number;
  readonly versions: Partial<DataVersions>;
  readonly timeline: number;
}

const ADMITTED = `ordinal, key_id, account_id, includes_api, daily_limit, used_before, fitted,
  CASE WHEN row_number() OVER () = 1
       THEN json_build_object(
         'day', day, 'resets_at', resets_at, 'charged_at', charged_at, 'versions', versions::json,
         'timeline', ${TIMELINE}
       )
  END AS moment`;
const ADMIT_KEYS = `SELECT ${ADMITTED} FROM access.admit_keys($1, $2, $3, $4)`;
const ADMIT_WITH_BOOKS = `SELECT ${ADMITTED}, book_version FROM access.admit_with_books($1, $2, $3, $4)`;

/** A kind that never changed has no row. */
const NEVER_CHANGED = Object.fromEntries(DATA_KINDS.map((kind) => [kind, 0])) as DataVersions;

/** One call of `access.admit_keys` for any number of keys, with portfolio versions if needed. */
export class PostgresAdmissionGate extends AdmissionGate {
  constructor(
    private readonly database: Database,
    private readonly plansWithApi: readonly Plan[] = PLANS_WITH_API,
  ) {
    super();
  }

  async charge(
    charges: readonly KeyCharge[],
    { withBooks = false }: { readonly withBooks?: boolean } = {},
  ): Promise<readonly (ChargedKey | null)[]> {
    const { replicas } = this.database;
    const [name, text] =
      withBooks || replicas !== null ? ['admit_with_books', ADMIT_WITH_BOOKS] : ['admit_keys', ADMIT_KEYS];
    const rows = await this.database.prepared<AdmittedRow>(name, text, [
      charges.map((charge) => charge.keyHash),
      charges.map((charge) => charge.costs.reduce((sum, cost) => sum + cost, 0)),
      charges.map((charge) => charge.costs.join(',')),
      this.plansWithApi,
    ]);
    const answers: (ChargedKey | null)[] = charges.map(() => null);
    if (rows.length === 0) return answers;
    const shared = rows[0]!.moment!;
    const { timeline } = shared;
    const changes = { ...NEVER_CHANGED, ...shared.versions };
    const moment = momentOf(shared, changes);
    // Replicas cannot read their timeline and are compared by the counters.
    replicas?.note(
      changes,
      rows.map((row) => [row.account_id, row.book_version!]),
    );
    for (const row of rows) {
      answers[row.ordinal - 1] = {
        keyId: row.key_id,
        accountId: row.account_id,
        includesApi: row.includes_api,
        dailyLimit: row.daily_limit,
        usedBefore: row.used_before,
        fitted: row.fitted === null ? null : Array.from(row.fitted, (digit) => digit === '1'),
        bookVersion: row.book_version === undefined ? null : versionIn(timeline, row.book_version),
        ...moment,
      };
    }
    return answers;
  }

  async refund(keyId: number, day: string, cost: number): Promise<void> {
    await this.database.prepared('refund', 'SELECT access.refund($1, $2, $3)', [keyId, day, cost]);
  }
}

function momentOf(
  { day, resets_at, charged_at, timeline }: ChargingMoment,
  changes: DataVersions,
): Pick<ChargedKey, 'day' | 'resetsAt' | 'chargedAt' | 'versions'> {
  const versions = Object.entries(changes).map(([kind, count]) => [kind, versionIn(timeline, count)] as const);
  return {
    day,
    resetsAt: new Date(resets_at),
    chargedAt: new Date(charged_at),
    versions: Object.fromEntries(versions) as DataVersions,
  };
}

const TODAY = `SELECT (access.clock() AT TIME ZONE 'UTC')::date::text AS today`;
const LAST_DAYS = `
SELECT k.id AS "keyId", k.name, k.last4, k.daily_limit AS "dailyLimit",
       coalesce(u.used_today, 0) AS "usedToday", coalesce(u.days, '[]') AS days,
       CASE WHEN k.carried_on = $2::date THEN k.carried ELSE 0 END AS "carriedToday"
FROM access.api_key k
LEFT JOIN LATERAL (
  SELECT sum(used) FILTER (WHERE day = $2::date)::integer AS used_today,
         json_agg(json_build_object('day', day::text, 'used', used) ORDER BY day) AS days
  FROM access.key_usage
  WHERE key_id = k.id AND day > $2::date - $3::integer AND day <= $2::date AND used > 0
) u ON true
WHERE k.account_id = $1
ORDER BY k.id`;

export class PostgresKeyUsageReport extends KeyUsageReport {
  constructor(private readonly database: Database) {
    super();
  }

  async lastDays(accountId: number, dayCount: number): Promise<AccountUsage> {
    const repositories = await this.database.repositories();
    return repositories.asAccount(accountId, async ({ query }) => {
      const [clock] = await query<{ today: IsoDay }>(TODAY);
      const { today } = clock!;
      return { today, keys: await query<KeyUsage>(LAST_DAYS, [accountId, today, dayCount]) };
    });
  }
}

export class PostgresKeyUsageRetention extends KeyUsageRetention {
  constructor(private readonly database: Database) {
    super();
  }

  async deleteBefore(day: EpochDay, routeDay: EpochDay): Promise<number> {
    const { pool } = this.database;
    const routes = await pool.query('DELETE FROM access.route_usage WHERE day < $1', [formatIsoDay(routeDay)]);
    const keys = await pool.query('DELETE FROM access.key_usage WHERE day < $1', [formatIsoDay(day)]);
    return (routes.rowCount ?? 0) + (keys.rowCount ?? 0);
  }
}

export class PostgresStoreClock extends StoreClock {
  constructor(private readonly database: Database) {
    super();
  }

  async now(): Promise<Date> {
    return (await this.database.pool.query<{ now: Date }>('SELECT access.clock() AS now')).rows[0]!.now;
  }
}
