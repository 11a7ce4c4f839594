import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { InvalidInputError } from '@brickmarket/domain';
import type { Extension } from '@brickmarket/extension';
import { Client } from 'pg';
import { withRolesOf } from '../schema/roles.ts';
import { type ExtensionNames, extensionNames } from './extension-names.ts';
import { COMPLETE, FAULTS, PREPARE } from './extension-schema.ts';

export type Migratable = Pick<Extension, 'name' | 'migrations'>;

// Separate lock: own migrations must not wait for extensions.
const EXTENSION_LOCK = 7_214_667;
const LOCK_TIMEOUT_MS = 500;
const PAUSE_MS = 500;
const RETRY_FOR_MS = 300_000;
const LOCK_NOT_AVAILABLE = '55P03';
const NOT_PERMITTED = '42501';
/** Roles are shared by databases of the server, which may change them concurrently. */
const CONCURRENT = ['XX000', '23505', '40001'];

/** Runs each in a transaction as a limited role; returns the names. InvalidInputError: earlier ones stay. */
export async function migrateExtensions(
  url: string,
  extensions: readonly Migratable[],
  { upTo = {} }: { /** Stop after this many, by extension. */ readonly upTo?: Readonly<Record<string, number>> } = {},
): Promise<readonly string[]> {
  const stored = extensions.filter(({ migrations = [] }) => migrations.length > 0);
  if (stored.length === 0) return [];
  const client = new Client({ connectionString: url, application_name: 'brickmarket-migrate' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [EXTENSION_LOCK]);
    await client.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
    const ran: string[] = [];
    for (const extension of stored) {
      await retrying(() =>
        inTransaction(client, () => client.query(withRolesOf(url, PREPARE(extensionNames(extension.name, url))))),
      );
      for (const name of await migrateOne(client, url, extension, upTo[extension.name]))
        ran.push(`${extension.name} ${name}`);
    }
    return ran;
  } finally {
    await client.end();
  }
}

export async function listPendingOfExtensions(
  url: string,
  extensions: readonly Migratable[],
): Promise<readonly string[]> {
  const stored = extensions.filter(({ migrations = [] }) => migrations.length > 0);
  if (stored.length === 0) return [];
  const client = new Client({ connectionString: url, application_name: 'brickmarket-migrate' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const pending: string[] = [];
    for (const { name: extension, migrations = [] } of stored) {
      const table = `${extensionNames(extension, url).schema}.schema_migration`;
      const { rows } = await client.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [table]);
      const ran = rows[0]!.found ? (await client.query(`SELECT FROM ${table}`)).rowCount! : 0;
      pending.push(...migrations.slice(ran).map(({ name }) => `${extension} ${name}`));
    }
    return pending;
  } finally {
    await client.end();
  }
}

async function migrateOne(
  client: Client,
  url: string,
  { name: extension, migrations = [] }: Migratable,
  upTo?: number,
) {
  const { schema, ...roles } = extensionNames(extension, url);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `SELECT name, checksum FROM ${schema}.schema_migration ORDER BY id`,
  );
  if (rows.length > migrations.length)
    throw new InvalidInputError(
      `extension ${extension} is older than its tables: ${rows.at(-1)!.name} has run here, and this version knows ` +
        `migrations up to ${migrations.at(-1)!.name}. Install the newer version`,
    );
  const wanted = migrations.slice(0, upTo);
  for (const [index, { name, checksum }] of rows.entries()) {
    const known = migrations[index];
    if (known!.name !== name || checksumOf(known!.sql) !== checksum)
      throw new InvalidInputError(
        `extension ${extension}: the migration ${name} has run here and is another one now: ` +
          'what has run must stay as it was, and new ones are added at the end',
      );
  }
  const pending = wanted.slice(rows.length);
  for (const migration of pending)
    await retrying(() => inTransaction(client, () => runMigration(client, extension, { schema, ...roles }, migration)));
  return pending.map(({ name }) => name);
}

async function runMigration(
  client: Client,
  extension: string,
  names: ExtensionNames,
  { name, sql }: { name: string; sql: string },
) {
  const { schema, owner } = names;
  const refuse = (reason: string): never => {
    throw new InvalidInputError(`extension ${extension}: the migration ${name} ${reason}`);
  };
  await client.query(`SET LOCAL ROLE ${owner}; SET LOCAL search_path = ${schema}, pg_temp`);
  try {
    await client.query(sql);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === LOCK_NOT_AVAILABLE) throw error;
    refuse(code === NOT_PERMITTED ? `leaves its schema ${schema}: ${message}` : `failed: ${message}`);
  }
  await client.query('RESET ROLE; SET LOCAL search_path = DEFAULT');
  const { rows } = await client.query<{ fault: string }>(FAULTS, [schema, owner]);
  if (rows.length > 0) refuse(rows.map(({ fault }) => fault).join('; '));
  await client.query(COMPLETE(names));
  await client.query(`INSERT INTO ${schema}.schema_migration (name, checksum) VALUES ($1, $2)`, [
    name,
    checksumOf(sql),
  ]);
}

async function inTransaction(client: Client, work: () => Promise<unknown>): Promise<void> {
  await client.query('BEGIN');
  try {
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function retrying(work: () => Promise<void>): Promise<void> {
  for (const deadline = Date.now() + RETRY_FOR_MS; ; await sleep(PAUSE_MS))
    try {
      await work();
      return;
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if ((code !== LOCK_NOT_AVAILABLE && !CONCURRENT.includes(code)) || Date.now() > deadline) throw error;
    }
}

function checksumOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}
