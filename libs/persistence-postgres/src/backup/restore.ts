import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { InvalidInputError } from '@brickmarket/domain';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Migratable, migrateExtensions } from '../extensions/migrate-extensions.ts';
import { refuseOutdatedBackup } from '../schema/baseline.ts';
import { migrate, MIGRATION_NAMES, schemaStatus } from '../schema/schema.ts';
import { MARK_RESTORE, UNMARK_RESTORE } from '../schema/unfinished-restore.ts';
import { type BackupSummary, countRows, listTablesInOrder, SEQUENCES } from './backup.ts';
import {
  type BackupHeader,
  type BackupSource,
  type BackupTable,
  damaged,
  END_OF_ROWS,
  type OpenBackup,
  openBackup,
  parseTable,
} from './backup-file.ts';

/** Fills an empty database, all or nothing, and migrates. Requires the extensions of its rows. */
export async function restoreDatabase(
  url: string,
  source: BackupSource,
  extensions: readonly Migratable[] = [],
  onRead: (bytes: number) => void = () => undefined,
): Promise<BackupSummary> {
  let bytes = 0;
  const backup = await openBackup(source, (read) => onRead((bytes = read)));
  const { header } = backup;
  await refuseForeign(backup, extensions);
  const { ran } = await schemaStatus(url);
  const client = new Client({ connectionString: url, application_name: 'brickmarket-restore' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await refuseFilled(client, ran.length, header);
    await client.query(MARK_RESTORE);
    await migrate(url, { upTo: header.migrations.length, isRestoring: true });
    const stored = extensions.filter(({ name }) => header.extensions?.[name] !== undefined);
    await migrateExtensions(url, stored, { upTo: header.extensions ?? {} });
    await client.query('BEGIN');
    const counts = await countRows(client, await copyTables(client, backup));
    refuseOtherCounts(backup, counts);
    await setSequences(client, backup);
    await client.query(`${UNMARK_RESTORE}; COMMIT`);
    await client.query('ANALYZE');
    await migrate(url);
    await migrateExtensions(url, extensions);
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return { tables: Object.keys(counts).length, rows, bytes };
  } finally {
    await client.end();
  }
}

async function refuseForeign({ header, lines }: OpenBackup, extensions: readonly Migratable[]): Promise<void> {
  if (header.migrations.some((name, index) => name !== MIGRATION_NAMES[index])) {
    while ((await lines.next()).done !== true);
    throw new InvalidInputError(
      `the backup was made by a newer build, or by another one: its schema has run ${header.migrations.at(-1)}, and ` +
        `this build knows migrations up to ${MIGRATION_NAMES.at(-1)}. Restore it by the build that made it`,
    );
  }
  refuseOutdatedBackup(header.migrations);
  const missing = Object.keys(header.extensions ?? {}).filter((name) => extensions.every((each) => each.name !== name));
  if (missing.length > 0)
    throw new InvalidInputError(
      `the backup has tables of extensions that are not here: ${missing.join(', ')}; name them in EXTENSIONS`,
    );
}

const FILLED_FIRST = ['access.account', 'catalog.lego_set', 'catalog.minifig'];

/** A killed restore leaves a schema without rows: it can be repeated. */
async function refuseFilled(client: Client, ran: number, { migrations }: BackupHeader): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NOT NULL',
    [FILLED_FIRST],
  );
  const counts = await countRows(
    client,
    rows.map(({ name }) => name),
  );
  if (ran > migrations.length || Object.values(counts).some((count) => count > 0))
    throw new InvalidInputError(
      'the database is not empty: a backup is restored into a new one. ' +
        'Set BRICKMARKET_DATA_DIR to a new folder, or DATABASE_URL to an empty database',
    );
}

/** Accepts only tables of the migrated schema. Returns their names. */
async function copyTables(client: Client, { name, lines }: OpenBackup): Promise<readonly string[]> {
  const known = new Map((await listTablesInOrder(client)).map((each) => [each.table, each.columns]));
  const tables: string[] = [];
  for (let line = await lines.next(); !line.done; line = await lines.next()) {
    const given = parseTable(line.value);
    if (given === null) throw damaged(name, `what follows ${tables.at(-1) ?? 'its header'}`);
    const { table, columns } = given;
    const place = `table ${table.slice(0, MAX_SHOWN)}`;
    // A repeated table would lose its first rows.
    if (!isSame(columns, known.get(table)) || tables.includes(table)) throw damaged(name, place);
    const fault = damaged(name, place);
    await orDamaged(fault, copyRows(client, given, rowsOf(lines, fault)));
    tables.push(table);
  }
  return tables;
}

const MAX_SHOWN = 100;

/** PostgreSQL's codes for invalid data, constraints and limits. */
const DATA_FAULT = /^(22|23|54)...$/;

function orDamaged(fault: Error, work: Promise<unknown>): Promise<unknown> {
  return work.catch((error: Error & { readonly code?: string }) => {
    throw DATA_FAULT.test(error.code ?? '') ? fault : error;
  });
}

function isSame(columns: readonly string[], known: readonly string[] = []): boolean {
  return columns.length === known.length && known.every((column) => columns.includes(column));
}

async function copyRows(client: Client, { table, columns }: BackupTable, rows: AsyncGenerator<string>): Promise<void> {
  // Triggers would repeat rows of the backup, and rows inserted by migrations are in it.
  await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER; DELETE FROM ${table}`);
  await pipeline(Readable.from(rows), client.query(copyFrom(`COPY ${table} (${columns.join(', ')}) FROM STDIN`)));
  await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
}

async function* rowsOf(lines: AsyncIterator<string>, fault: Error): AsyncGenerator<string> {
  for (let line = await lines.next(); line.value !== END_OF_ROWS; line = await lines.next()) {
    if (line.done) throw fault;
    yield `${line.value}\n`;
  }
}

function refuseOtherCounts({ name, header: { rows } }: OpenBackup, restored: Readonly<Record<string, number>>): void {
  const faults = Object.entries(rows ?? {})
    .filter(([table, count]) => restored[table] !== count)
    .map(([table, count]) => `${table} has ${restored[table] ?? 'no'} of ${count} rows`);
  if (faults.length > 0) throw damaged(name, faults.join(', '));
}

async function setSequences(client: Client, { name: backup, header: { sequences } }: OpenBackup): Promise<void> {
  const { rows } = await client.query<{ name: string }>(SEQUENCES);
  for (const { name, lastValue } of sequences) {
    const fault = damaged(backup, `sequence ${name.slice(0, MAX_SHOWN)}`);
    if (rows.every((row) => row.name !== name)) throw fault;
    await orDamaged(fault, client.query('SELECT setval($1::regclass, $2)', [name, lastValue]));
  }
}
