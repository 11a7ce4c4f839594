import { createWriteStream, createReadStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, createGunzip } from 'node:zlib';
import { InvalidInputError } from '@brickmarket/domain';
import { Client, type ClientBase } from 'pg';
import { to as copyTo, from as copyFrom } from 'pg-copy-streams';
import { type Migratable, migrateExtensions } from '../extensions/migrate-extensions.ts';
import { ALL_MIGRATIONS, migrate, schemaStatus } from '../schema/schema.ts';

/** The first line of a backup. */
interface BackupHeader {
  readonly format: 'brickmarket-backup-1';
  /** The migrations that the schema of these rows had run. */
  readonly migrations: readonly string[];
  /** How many migrations each extension had run, by its name. Backups of older builds have none. */
  readonly extensions?: Readonly<Record<string, number>>;
  readonly sequences: readonly { readonly name: string; readonly lastValue: string }[];
}

/** The line before a table's rows, which follow in PostgreSQL's COPY text format and end with a line of `\.`. */
interface BackupTable {
  readonly table: string;
  readonly columns: readonly string[];
}

const END_OF_ROWS = '\\.';

/** What was written or read. */
export interface BackupSummary {
  readonly tables: number;
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
  AND c.relname NOT IN ('schema_migration', 'schema_routine', 'change_origin')
ORDER BY 2`;

/** All tables, each after those it refers to. */
async function listTablesInOrder(client: ClientBase): Promise<readonly BackupTable[]> {
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

/** Writes one snapshot of the whole database to a file while the service runs. A failed backup leaves no file. */
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
    // Readable only by its owner: it contains private data of accounts and the hashes of keys.
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
    `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value AS "lastValue"
     FROM pg_sequences WHERE last_value IS NOT NULL AND schemaname <> 'public'`,
  );
  return {
    format: 'brickmarket-backup-1',
    migrations: migrations.rows.map(({ name }) => name),
    extensions: await migrationsOfExtensions(client),
    sequences: sequences.rows,
  };
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

/**
 * Fills an empty database from a backup, all or nothing, and brings its schema up to this build. The extensions whose
 * rows are in it must be among those given: nothing else knows their tables.
 */
export async function restoreDatabase(
  url: string,
  file: string,
  extensions: readonly Migratable[] = [],
): Promise<BackupSummary> {
  const { size: bytes } = await stat(file);
  const lines = linesOf(file);
  const header = JSON.parse((await lines.next()).value as string) as BackupHeader;
  refuseForeign(header, extensions);
  await refuseFilled(url, header);
  await migrate(url, { upTo: header.migrations.length });
  const stored = extensions.filter(({ name }) => header.extensions?.[name] !== undefined);
  await migrateExtensions(url, stored, { upTo: header.extensions ?? {} });
  const client = new Client({ connectionString: url, application_name: 'brickmarket-restore' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('BEGIN');
    const tables = await copyTables(client, lines);
    for (const { name, lastValue } of header.sequences)
      await client.query('SELECT setval($1::regclass, $2)', [name, lastValue]);
    await client.query('COMMIT');
    await client.query('ANALYZE');
    await migrate(url);
    await migrateExtensions(url, extensions);
    return { tables, bytes };
  } finally {
    await client.end();
  }
}

function refuseForeign(header: BackupHeader, extensions: readonly Migratable[]): void {
  if (header.format !== 'brickmarket-backup-1') throw new InvalidInputError('this is not a backup of Brickmarket');
  const known = ALL_MIGRATIONS.map(({ name }) => name);
  if (header.migrations.some((name, index) => name !== known[index]))
    throw new InvalidInputError('the backup was made by a newer build, or by another one');
  const missing = Object.keys(header.extensions ?? {}).filter((name) => extensions.every((each) => each.name !== name));
  if (missing.length > 0)
    throw new InvalidInputError(
      `the backup has tables of extensions that are not here: ${missing.join(', ')}; name them in EXTENSIONS`,
    );
}

/**
 * An interrupted restore leaves a schema without rows, so a schema alone is not refused and the restore can be
 * repeated.
 */
async function refuseFilled(url: string, { migrations }: BackupHeader): Promise<void> {
  const { ran } = await schemaStatus(url);
  if (ran.length === 0) return;
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      'SELECT FROM access.account UNION ALL SELECT FROM catalog.lego_set UNION ALL SELECT FROM catalog.minifig LIMIT 1',
    );
    if (rowCount !== 0 || ran.length > migrations.length)
      throw new InvalidInputError('the database is not empty: a backup is restored into a new one');
  } finally {
    await client.end();
  }
}

async function copyTables(client: Client, lines: AsyncIterator<string>): Promise<number> {
  let tables = 0;
  for (let line = await lines.next(); !line.done; line = await lines.next()) {
    const { table, columns } = JSON.parse(line.value) as BackupTable;
    // Triggers would write a second time what is already among the rows. Rows that migrations inserted are in the
    // backup.
    await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER; DELETE FROM ${table}`);
    await pipeline(
      Readable.from(rowsOf(lines)),
      client.query(copyFrom(`COPY ${table} (${columns.join(', ')}) FROM STDIN`)),
    );
    await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    tables++;
  }
  return tables;
}

/** Splits at line feeds only: other line separators, such as a carriage return, can be part of a row's text. */
async function* linesOf(file: string): AsyncGenerator<string, undefined> {
  let rest = '';
  const text = createReadStream(file).pipe(createGunzip()).setEncoding('utf8') as AsyncIterable<string>;
  try {
    for await (const chunk of text) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop()!;
      yield* lines;
    }
  } catch (error) {
    throw unreadable(file, error as NodeJS.ErrnoException);
  }
  return undefined;
}

function unreadable(file: string, error: NodeJS.ErrnoException): Error {
  if (error.code === 'Z_BUF_ERROR') return new InvalidInputError(`${file} is cut short: restore from another backup`);
  if (error.code?.startsWith('Z_'))
    return new InvalidInputError(`${file} is not a backup of Brickmarket, or is damaged`);
  return error;
}

async function* rowsOf(lines: AsyncIterator<string>): AsyncGenerator<string> {
  for (let line = await lines.next(); line.value !== END_OF_ROWS; line = await lines.next()) {
    if (line.done) throw new InvalidInputError('the backup ends in the middle of a table');
    yield `${line.value}\n`;
  }
}
