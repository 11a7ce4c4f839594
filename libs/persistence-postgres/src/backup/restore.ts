import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { InvalidInputError } from '@brickmarket/domain';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Migratable, migrateExtensions } from '../extensions/migrate-extensions.ts';
import { migrate, MIGRATION_NAMES, schemaStatus } from '../schema/schema.ts';
import { type BackupSummary, countRows } from './backup.ts';
import { type BackupHeader, type BackupSource, type BackupTable, END_OF_ROWS, openBackup } from './backup-file.ts';

/**
 * Fills an empty database from a backup, all or nothing, compares the number of rows of each table with what the backup
 * says, and brings the schema up to this build. The extensions whose rows are in it must be among those given: nothing
 * else knows their tables.
 */
export async function restoreDatabase(
  url: string,
  source: BackupSource,
  extensions: readonly Migratable[] = [],
  onRead: (bytes: number) => void = () => undefined,
): Promise<BackupSummary> {
  let bytes = 0;
  const { header, lines } = await openBackup(source, (read) => onRead((bytes = read)));
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
    const counts = await countRows(client, await copyTables(client, lines));
    refuseOtherCounts(header, counts);
    for (const { name, lastValue } of header.sequences)
      await client.query('SELECT setval($1::regclass, $2)', [name, lastValue]);
    await client.query('COMMIT');
    await client.query('ANALYZE');
    await migrate(url);
    await migrateExtensions(url, extensions);
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return { tables: Object.keys(counts).length, rows, bytes };
  } finally {
    await client.end();
  }
}

function refuseForeign(header: BackupHeader, extensions: readonly Migratable[]): void {
  if (header.migrations.some((name, index) => name !== MIGRATION_NAMES[index]))
    throw new InvalidInputError(
      `the backup was made by a newer build, or by another one: its schema has run ${header.migrations.at(-1)}, and ` +
        `this build knows migrations up to ${MIGRATION_NAMES.at(-1)}. Restore it by the build that made it`,
    );
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
  const refuse = (): never => {
    throw new InvalidInputError(
      'the database is not empty: a backup is restored into a new one. ' +
        'Set BRICKMARKET_DATA_DIR to a new folder, or DATABASE_URL to an empty database',
    );
  };
  if (ran.length > migrations.length) refuse();
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      'SELECT FROM access.account UNION ALL SELECT FROM catalog.lego_set UNION ALL SELECT FROM catalog.minifig LIMIT 1',
    );
    if (rowCount !== 0) refuse();
  } finally {
    await client.end();
  }
}

/** The names of the tables. */
async function copyTables(client: Client, lines: AsyncIterator<string>): Promise<readonly string[]> {
  const tables: string[] = [];
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
    tables.push(table);
  }
  return tables;
}

async function* rowsOf(lines: AsyncIterator<string>): AsyncGenerator<string> {
  for (let line = await lines.next(); line.value !== END_OF_ROWS; line = await lines.next()) {
    if (line.done) throw new InvalidInputError('the backup ends in the middle of a table: take another backup');
    yield `${line.value}\n`;
  }
}

function refuseOtherCounts({ rows }: BackupHeader, restored: Readonly<Record<string, number>>): void {
  const faults = Object.entries(rows ?? {})
    .filter(([table, count]) => restored[table] !== count)
    .map(([table, count]) => `${table} has ${restored[table] ?? 'no'} of ${count} rows`);
  if (faults.length > 0)
    throw new InvalidInputError(`the backup is damaged (${faults.join(', ')}): take another backup`);
}
