import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { InvalidInputError } from '@brickmarket/domain';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { ALL_MIGRATIONS, migrate, schemaStatus } from '../schema/migrate.ts';
import { type BackupHeader, type BackupSummary, type BackupTable, END_OF_ROWS } from './back-up-database.ts';

/** Fills an empty database from a backup, all or nothing, and brings its schema up to this build. */
export async function restoreDatabase(url: string, file: string): Promise<BackupSummary> {
  const { size: bytes } = await stat(file);
  const lines = linesOf(file);
  const header = JSON.parse((await lines.next()).value as string) as BackupHeader;
  refuseForeign(header);
  await refuseFilled(url, header);
  await migrate(url, { upTo: header.migrations.length });
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
    return { tables, bytes };
  } finally {
    await client.end();
  }
}

function refuseForeign(header: BackupHeader): void {
  if (header.format !== 'brickmarket-backup-1') throw new InvalidInputError('this is not a backup of Brickmarket');
  const known = ALL_MIGRATIONS.map(({ name }) => name);
  if (header.migrations.some((name, index) => name !== known[index]))
    throw new InvalidInputError('the backup was made by a newer build, or by another one');
}

/** A restore that was cut short has left the schema, and no rows: it may be tried again. */
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
    // Their effects are among the rows already. Rows that migrations made come back with the rest.
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

/** By line feeds alone: in a row, other characters that end lines elsewhere are text. */
async function* linesOf(file: string): AsyncGenerator<string, undefined> {
  let rest = '';
  const text = createReadStream(file).pipe(createGunzip()).setEncoding('utf8') as AsyncIterable<string>;
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  return undefined;
}

async function* rowsOf(lines: AsyncIterator<string>): AsyncGenerator<string> {
  for (let line = await lines.next(); line.value !== END_OF_ROWS; line = await lines.next()) {
    if (line.done) throw new InvalidInputError('the backup ends in the middle of a table');
    yield `${line.value}\n`;
  }
}
