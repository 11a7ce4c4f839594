import { NewerSchemaError } from '@brickmarket/persistence-ports';
import type { ClientBase } from 'pg';

/**
 * The last migration of the last release: processes of it run on while the schema is upgraded, and start again on the
 * upgraded one. Builds that do not know it are no longer carried. Renewed with every release, as `LAST_RELEASE` in
 * `test/support/released-build.ts` is.
 */
export const LEAST_BUILD = 'KeepForecasts1795000200000';

/** A schema that a newer build has migrated. */
export interface NewerSchema {
  /** The last migration that has run. */
  readonly found: string;
  /** The last migration that this build knows. */
  readonly known: string;
  /** Whether it still carries this build: migrations only add what newer builds need, until the build is too old. */
  readonly carriesThisBuild: boolean;
}

/**
 * Compares what has run with what this build knows. Null when the schema is not newer. Schemas older than the record of
 * the least build carry every build.
 */
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

/** Null when none is recorded. */
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

/** Throws when the schema does not carry this build. */
export function refuseNewerSchema(newer: NewerSchema | null): void {
  if (newer !== null && !newer.carriesThisBuild) throw new NewerSchemaError(newer.found, newer.known);
}

const RAISE = `
INSERT INTO schema_least_build AS stored (migration) VALUES ($1)
ON CONFLICT (is_only) DO UPDATE SET migration = excluded.migration, raised_at = now()
WHERE stored.migration = ANY ($2)`;

/** Records that builds older than the last release are no longer carried. A newer build's record stays. */
export async function raiseLeastBuild(client: ClientBase, known: readonly string[]): Promise<void> {
  if (await hasRecord(client)) await client.query(RAISE, [LEAST_BUILD, known.slice(0, known.indexOf(LEAST_BUILD))]);
}
