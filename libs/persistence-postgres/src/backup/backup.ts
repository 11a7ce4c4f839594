import { link, open, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { InvalidInputError } from '@brickmarket/domain';
import { Client, type ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { findUnfinishedRestore, refuseUnfinishedRestore } from '../schema/unfinished-restore.ts';
import { type BackupHeader, type BackupTable, END_OF_ROWS } from './backup-file.ts';

export interface BackupSummary {
  readonly tables: number;
  readonly rows: number;
  readonly bytes: number;
}

const TABLES = `
SELECT c.oid::text AS id, format('%I.%I', n.nspname, c.relname) AS "table",
       ARRAY(
         SELECT quote_ident(a.attname) FROM pg_attribute a
         WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum
       ) AS columns,
       ARRAY(
         SELECT f.confrelid::text FROM pg_constraint f
         WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid
       ) AS "refersTo"
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind = 'r' AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
  AND c.relname NOT IN ('schema_migration', 'schema_routine', 'schema_least_build', 'schema_restore', 'change_origin')
ORDER BY 2`;

/** Referenced tables first. */
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

export type BackupProgress = (done: number, total: number) => void;

/** Writes one snapshot while the service runs. Never overwrites; a failure leaves no file. */
export async function backUpDatabase(
  url: string,
  file: string,
  onProgress: BackupProgress = () => undefined,
): Promise<BackupSummary> {
  const refuse = (): never => {
    throw new InvalidInputError(`${file} exists, and a backup overwrites nothing: choose another name`);
  };
  if (await exists(file)) refuse();
  const partial = `${file}${partialSuffix(process.pid)}`;
  // Owner only: it contains private data and key hashes.
  const out = await open(partial, 'w', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new InvalidInputError(`the folder ${dirname(file)} does not exist: make it first`);
  });
  try {
    const { tables, rows } = await streamBackup(url, out.createWriteStream({ flush: true }), onProgress);
    const { size: bytes } = await stat(partial);
    await link(partial, file).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST' || (await exists(file))) refuse();
      // Fallback for file systems without hard links, which alone prevent overwriting.
      await rename(partial, file);
    });
    return { tables, rows, bytes };
  } finally {
    await rm(partial, { force: true });
  }
}

export function partialSuffix(pid: number): string {
  return `.${hostname()}.${pid}.partial`;
}

function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

export async function streamBackup(
  url: string,
  out: Writable,
  onProgress: BackupProgress = () => undefined,
): Promise<Omit<BackupSummary, 'bytes'>> {
  const client = new Client({ connectionString: url, application_name: 'brickmarket-backup' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const tables = await listTablesInOrder(client);
    const header = await readHeader(client, tables);
    const counts = header.rows ?? {};
    const total = Object.values(counts).reduce((sum, rows) => sum + rows, 0);
    const content = async function* (): AsyncGenerator<string | Buffer> {
      yield `${JSON.stringify(header)}\n`;
      let done = 0;
      for (const { table, columns } of tables) {
        yield `${JSON.stringify({ table, columns })}\n`;
        yield* client.query(copyTo(`COPY ${table} (${columns.join(', ')}) TO STDOUT`)) as AsyncIterable<Buffer>;
        yield `${END_OF_ROWS}\n`;
        onProgress((done += counts[table] ?? 0), total);
      }
    };
    await pipeline(Readable.from(content()), createGzip({ level: 5 }), out);
    return { tables: tables.length, rows: total };
  } finally {
    out.destroy();
    await client.end();
  }
}

export const SEQUENCES = `
SELECT format('%I.%I', schemaname, sequencename) AS name, last_value AS "lastValue"
FROM pg_sequences WHERE schemaname <> 'public'`;

async function readHeader(client: Client, tables: readonly BackupTable[]): Promise<BackupHeader> {
  const { rows: found } = await client.query<{ isThere: boolean; now: Date }>(
    `SELECT to_regclass('schema_migration') IS NOT NULL AS "isThere", now()`,
  );
  if (!found[0]!.isThere) throw new InvalidInputError('there is nothing to back up: this database has no schema yet');
  refuseUnfinishedRestore(await findUnfinishedRestore(client));
  const migrations = await client.query<{ name: string }>('SELECT name FROM schema_migration ORDER BY timestamp');
  const sequences = await client.query<{ name: string; lastValue: string }>(`${SEQUENCES} AND last_value IS NOT NULL`);
  return {
    format: 'brickmarket-backup-1',
    migrations: migrations.rows.map(({ name }) => name),
    extensions: await migrationsOfExtensions(client),
    sequences: sequences.rows,
    madeAt: found[0]!.now.toISOString(),
    rows: await countRows(
      client,
      tables.map(({ table }) => table),
    ),
  };
}

export async function countRows(
  client: ClientBase,
  tables: readonly string[],
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await client.query<{ count: number }>(`SELECT count(*)::float8 AS count FROM ${table}`);
    counts[table] = rows[0]!.count;
  }
  return counts;
}

async function migrationsOfExtensions(client: Client): Promise<Readonly<Record<string, number>>> {
  const { rows } = await client.query<{ schema: string }>(
    `SELECT schemaname AS schema FROM pg_tables WHERE tablename = 'schema_migration' AND schemaname LIKE 'x\\_%'`,
  );
  const counts: Record<string, number> = {};
  for (const { schema } of rows) {
    const { rowCount } = await client.query(`SELECT FROM ${schema}.schema_migration`);
    if (rowCount !== null && rowCount > 0) counts[schema.slice('x_'.length)] = rowCount;
  }
  return counts;
}
