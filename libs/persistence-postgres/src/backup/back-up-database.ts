import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type BackupHeader, type BackupSummary, END_OF_ROWS } from './backup-format.ts';
import { listTablesInOrder } from './table-order.ts';

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
