import { RouteUsage, type RouteUseOfDay } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';

const NOTE = 'SELECT access.note_routes($1, $2, $3, $4, $5, $6)';

const LAST_DAYS = `
SELECT r.key_id AS "keyId", r.day::text AS day, r.route, r.requests, r.charged, r.refused
FROM access.route_usage r JOIN access.api_key k ON k.id = r.key_id
WHERE k.account_id = $1 AND r.day > (access.clock() AT TIME ZONE 'UTC')::date - $2::integer
ORDER BY r.day, r.key_id, r.route`;

export class PostgresRouteUsage extends RouteUsage {
  constructor(private readonly database: Database) {
    super();
  }

  async note(uses: readonly RouteUseOfDay[]): Promise<void> {
    if (uses.length === 0) return;
    const column = <Name extends keyof RouteUseOfDay>(name: Name): RouteUseOfDay[Name][] =>
      uses.map((use) => use[name]);
    await this.database.prepared('note_routes', NOTE, [
      column('keyId'),
      column('day'),
      column('route'),
      column('requests'),
      column('charged'),
      column('refused'),
    ]);
  }

  lastDays(accountId: number, dayCount: number): Promise<readonly RouteUseOfDay[]> {
    return this.database.asAccount(accountId, (query) => query<RouteUseOfDay>(LAST_DAYS, [accountId, dayCount]));
  }
}
