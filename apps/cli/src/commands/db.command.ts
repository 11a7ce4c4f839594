import type { EventKinds } from '@brickmarket/alerts';
import { allowLogins } from '@brickmarket/local-postgres';
import type { Extensions } from '@brickmarket/service-runtime/extensions';
import type { Command } from 'commander';
import { openDatabaseServer } from '../database/database-server.ts';
import { print, warn } from '../output/print.ts';
import {
  backUpFirst,
  type BookFault,
  describeCarryingSchema,
  describeSchema,
  loadPersistence,
  migrateSchema,
  newServiceLogins,
  type NewerSchema,
  tryConstructors,
} from '../persistence.wiring.ts';
import { addBackupCommands } from './db-backup.command.ts';

export function addDbCommand(program: Command, _kinds: EventKinds, { all: extensions }: Extensions): void {
  const db = program.command('db').description('Migrate, check, back up and restore the database');

  db.command('migrate')
    .description('Migrate the schema to this build')
    .option('--backup', 'back up your own PostgreSQL first; the embedded one is always backed up')
    .option('--no-backup', 'skip the backup')
    .option(
      '--logins',
      'allow the roles of the API, the account area and deliver to log in, with the passwords of ' +
        'DATABASE_API_URL, DATABASE_ACCOUNT_URL and DATABASE_DELIVER_URL',
    )
    .option('--json', 'print JSON')
    .action(async (options: { backup?: boolean; logins?: boolean; json?: boolean }) => {
      await tryConstructors(extensions);
      const server = await openDatabaseServer({ mayCreate: true });
      try {
        await describeCarryingSchema(server);
        const logins = options.logins ? await newServiceLogins(server) : {};
        const backup = await backUpFirst(server, extensions, options.backup, warn);
        const ran = await migrateSchema(server, extensions);
        await allowLogins(server.ownerUrl, logins);
        // Migrations repair portfolios where possible; the rest is reported.
        const { checkBooks } = await loadPersistence();
        const faults = ran.length === 0 ? [] : await checkBooks(server.ownerUrl, { repairs: false });
        const told =
          ran.length === 0
            ? 'nothing to do: the schema is up to date'
            : `ran ${ran.length}:\n${ran.map((name) => `  ${name}`).join('\n')}`;
        print(
          options.json,
          { ran, backup, faults: faults.map(faultJson) },
          [told, ...faults.map(faultText)].join('\n'),
        );
      } finally {
        await server.close();
      }
    });

  db.command('status')
    .description('Show the database in use and whether its schema is current')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const server = await openDatabaseServer();
      try {
        const [schema, { listPendingOfExtensions }] = await Promise.all([describeSchema(server), loadPersistence()]);
        const { version, sizeBytes, ran, pending: ours, newer, restoreBegunAt } = schema;
        const pending = [...ours, ...(await listPendingOfExtensions(server.ownerUrl, extensions))];
        const at = new URL(server.ownerUrl);
        const database = `${at.host}${at.pathname}`;
        const origin = server.embedded ? `embedded, data in ${server.embedded.dataDir}` : 'from DATABASE_URL';
        const json = {
          database,
          embedded: server.embedded !== null,
          data_dir: server.embedded?.dataDir ?? null,
          server_version: version,
          size_bytes: sizeBytes,
          ran,
          pending,
          newer: newer && { found: newer.found, known: newer.known, carries_this_build: newer.carriesThisBuild },
          restore_begun_at: restoreBegunAt,
        };
        const lines = [
          `database    ${database} (${origin})`,
          `server      PostgreSQL ${version}`,
          `size        ${(sizeBytes / 1_000_000).toFixed(1)} MB`,
          `migrations  ${ran.length} ran`,
          `pending     ${pending.length === 0 ? 'nothing' : pending.length}`,
          ...pending.map((name) => `            ${name}`),
          ...(newer === null ? [] : [`newer       ${newerText(newer)}`]),
          ...(restoreBegunAt === null
            ? []
            : [`restore     began at ${restoreBegunAt.toISOString()} and has not finished`]),
        ];
        print(options.json, json, lines.join('\n'));
      } finally {
        await server.close();
      }
    });

  db.command('check')
    .description('Check portfolios and quotas for totals, costs and charges that do not add up')
    .option('--repair', 'repair what can be repaired; a second run changes nothing')
    .option('--json', 'print JSON')
    .action(async (options: { repair?: boolean; json?: boolean }) => {
      const server = await openDatabaseServer();
      try {
        const { checkBooks } = await loadPersistence();
        if (options.repair === true) await describeCarryingSchema(server);
        const faults = await checkBooks(server.ownerUrl, { repairs: options.repair === true });
        const text = faults.length === 0 ? 'all portfolios and quotas are valid' : faults.map(faultText).join('\n');
        print(options.json, { faults: faults.map(faultJson) }, text);
        if (faults.length > 0) process.exitCode = 1;
      } finally {
        await server.close();
      }
    });

  addBackupCommands(db, extensions);
}

function newerText({ found, known, carriesThisBuild }: NewerSchema): string {
  return (
    `${found} has run, this build knows migrations up to ${known}: ` +
    (carriesThisBuild ? 'it still works on this schema' : 'it is too old for this schema, and refuses to write')
  );
}

const ROWS_SHOWN = 20;

function faultText({ fault, rows }: BookFault): string {
  const shown = rows.slice(0, ROWS_SHOWN).map(({ accountId, id }) => `${id} of account ${accountId}`);
  const left = rows.length - shown.length;
  return `${fault}: ${shown.join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}

function faultJson({ fault, rows }: BookFault): object {
  return { fault, rows: rows.map(({ accountId, id }) => ({ account_id: accountId, id })) };
}
