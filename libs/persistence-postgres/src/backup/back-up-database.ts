import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Client, type ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** The first line of a backup. */
export interface BackupHeader {
  readonly format: 'brickmarket-backup-1';
  /** The schema the rows fit, as the migrations that made it. */
  readonly migrations: readonly string[];
  readonly sequences: readonly { readonly name: string; readonly lastValue: string }[];
}

/** The line before a table's rows, which follow in PostgreSQL's COPY text format and end with a line of `\.`. */
export interface BackupTable {
  readonly table: string;
  readonly columns: readonly string[];
}

export const END_OF_ROWS = '\\.';

/** What was written or read. */
export interface BackupSummary {
  readonly tables: number;
  readonly bytes: number;
}

const TABLES = `
SELECT c.oid::text AS id, format('%I.%I', n.nspname, c.relname) AS "table",
       ARRAY(SELECT quote_ident(a.attname) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum) AS columns,
       ARRAY(SELECT f.confrelid::text FROM pg_constraint f WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid) AS "refersTo"
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind = 'r' AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' AND c.relname <> 'schema_migration'
ORDER BY 2`;

/** All our tables, each after those it refers to. */
export async function listTablesInOrder(client: ClientBase): Promise<readonly BackupTable[]> {
  const { rows } = await client.query<BackupTable & { id: string; refersTo: string[] }>(TABLES);
  const left = new Map(rows.map((row) => [row.id, row]));
  const ordered: BackupTable[] = [];
  while (left.size > 0) {
    const free = [...left.values()].filter((row) => !row.refersTo.some((id) => left.has(id)));
    if (free.length === 0)
      throw new Error(
        `tables refer to each other in a circle: ${[...left.values()].map((row) => row.table).join(', ')}`,
      );
    for (const { id, table, columns } of free) {
      left.delete(id);
      ordered.push({ table, columns });
    }
  }
  return ordered;
}

/** Writes everything in the database, as it is at one moment, to a file. The service may go on; the file is whole or not there. */
export async function backUpDatabase(url: string, file: string): Promise<BackupSummary> {
  const client = new Client({ connectionString: url, application_name: 'brickmarket-backup' });
  client.on('error', () => undefined);
  await client.connect();
  const partial = `${file}.partial`;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const tables = await listTablesInOrder(client);
    const content = async function* (): AsyncGenerator<string | Buffer> {
      yield `${JSON.stringify(await readHeader(client))}\n`;
      for (const { table, columns } of tables) {
        yield `${JSON.stringify({ table, columns })}\n`;
        yield* client.query(copyTo(`COPY ${table} (${columns.join(', ')}) TO STDOUT`)) as AsyncIterable<Buffer>;
        yield `${END_OF_ROWS}\n`;
      }
    };
    // It holds what accounts own, and the hashes of keys: for its owner's eyes only.
    await pipeline(Readable.from(content()), createGzip({ level: 5 }), createWriteStream(partial, { mode: 0o600 }));
    await rename(partial, file);
    return { tables: tables.length, bytes: (await stat(file)).size };
  } finally {
    await rm(partial, { force: true });
    await client.end();
  }
}

async function readHeader(client: Client): Promise<BackupHeader> {
  const migrations = await client.query<{ name: string }>('SELECT name FROM schema_migration ORDER BY timestamp');
  const sequences = await client.query<{ name: string; lastValue: string }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value AS "lastValue" FROM pg_sequences WHERE last_value IS NOT NULL AND schemaname <> 'public'`,
  );
  return {
    format: 'brickmarket-backup-1',
    migrations: migrations.rows.map(({ name }) => name),
    sequences: sequences.rows,
  };
}
