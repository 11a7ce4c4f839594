import { NewerSchemaError } from '@brickmarket/persistence-ports';
import type { ClientBase } from 'pg';

/** Last migration of the last release: older builds are not carried. Renew per release, as `LAST_RELEASE` in tests. */
export const LEAST_BUILD = 'KeepForecasts1795000200000';

export interface NewerSchema {
  readonly found: string;
  readonly known: string;
  /** Migrations only add, until the build is too old. */
  readonly carriesThisBuild: boolean;
}

/** Null: not newer. Schemas without the record carry every build. */
export async function findNewerSchema(
  client: ClientBase,
  ran: readonly string[],
  known: readonly string[],
): Promise<NewerSchema | null> {
  const found = ran.findLast((name) => !known.includes(name));
  if (found === undefined) return null;
  const least = await readLeastBuild(client);
  return { found, known: known.at(-1)!, carriesThisBuild: least === null || known.includes(least) };
}

async function readLeastBuild(client: ClientBase): Promise<string | null> {
  if (!(await hasRecord(client))) return null;
  const { rows } = await client.query<{ migration: string }>('SELECT migration FROM schema_least_build');
  return rows[0]?.migration ?? null;
}

async function hasRecord(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT to_regclass('schema_least_build') IS NOT NULL AS found`,
  );
  return rows[0]!.found;
}

export function refuseNewerSchema(newer: NewerSchema | null): void {
  if (newer !== null && !newer.carriesThisBuild) throw new NewerSchemaError(newer.found, newer.known);
}

const RAISE = `
INSERT INTO schema_least_build AS stored (migration) VALUES ($1)
ON CONFLICT (is_only) DO UPDATE SET migration = excluded.migration, raised_at = now()
WHERE stored.migration = ANY ($2)`;

/** Excludes builds before the last release. A newer build's record stays. */
export async function raiseLeastBuild(client: ClientBase, known: readonly string[]): Promise<void> {
  if (await hasRecord(client)) await client.query(RAISE, [LEAST_BUILD, known.slice(0, known.indexOf(LEAST_BUILD))]);
}
