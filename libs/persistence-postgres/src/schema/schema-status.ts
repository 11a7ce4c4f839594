import { Client } from 'pg';
import { ALL_MIGRATIONS } from './all-migrations.ts';

/** What state a database is in. */
export interface SchemaStatus {
  /** Of the server, `18.4`. */
  readonly version: string;
  readonly sizeBytes: number;
  /** Migrations that have run, in order; a newer build may have run some that this one does not know. */
  readonly ran: readonly string[];
  /** Migrations of this build that have not. */
  readonly pending: readonly string[];
}

/** Looks at a database without changing it. */
export async function schemaStatus(url: string): Promise<SchemaStatus> {
  const client = new Client({
    connectionString: url,
    application_name: 'brickmarket-status',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string; size: string; migrated: boolean }>(
      "SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS size, to_regclass('schema_migration') IS NOT NULL AS migrated",
    );
    const { version, size, migrated } = rows[0]!;
    const ran = migrated
      ? (await client.query<{ name: string }>('SELECT name FROM schema_migration ORDER BY id')).rows.map(
          (row) => row.name,
        )
      : [];
    return {
      version: version.split(' ')[0]!,
      sizeBytes: Number(size),
      ran,
      pending: ALL_MIGRATIONS.map((migration) => migration.name).filter((name) => !ran.includes(name)),
    };
  } finally {
    await client.end();
  }
}
