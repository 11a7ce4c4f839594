import type { EventKinds } from '@brickmarket/alerts';
import type { Extensions } from '@brickmarket/service-runtime/extensions';
import type { Command } from 'commander';
import { openDatabaseServer } from '../database/database-server.ts';
import { print } from '../output/print.ts';
import {
  allowServiceLogins,
  type BookFault,
  describeSchema,
  loadPersistence,
  migrateSchema,
} from '../persistence.wiring.ts';

/** `db migrate | status | check | backup | restore`. */
export function addDbCommand(program: Command, _kinds: EventKinds, { all: extensions }: Extensions): void {
  const db = program.command('db').description('Look after the database');

  db.command('migrate')
    .description('Bring the schema up to this build')
    .option(
      '--logins',
      'let the roles brickmarket_api, brickmarket_account and brickmarket_deliver log in with the passwords of ' +
        'DATABASE_API_URL, DATABASE_ACCOUNT_URL and DATABASE_DELIVER_URL',
    )
    .option('--json', 'print JSON')
    .action(async (options: { logins?: boolean; json?: boolean }) => {
      const server = await openDatabaseServer({ mayCreate: true });
      try {
        const ran = await migrateSchema(server, extensions);
        if (options.logins) await allowServiceLogins(server);
        // Migrations repair what they can of the books; what they could not is told.
        const { checkBooks } = await loadPersistence();
        const faults = ran.length === 0 ? [] : await checkBooks(server.ownerUrl, { repairs: false });
        const told =
          ran.length === 0
            ? 'nothing to do: the schema is up to date'
            : `ran ${ran.length}:\n${ran.map((name) => `  ${name}`).join('\n')}`;
        print(options.json, { ran, faults: faults.map(faultJson) }, [told, ...faults.map(faultText)].join('\n'));
      } finally {
        await server.close();
      }
    });

  db.command('status')
    .description('Show which database is used and whether its schema is up to date')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const server = await openDatabaseServer();
      try {
        const { version, sizeBytes, ran, pending } = await describeSchema(server);
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
        };
        const lines = [
          `database    ${database} (${origin})`,
          `server      PostgreSQL ${version}`,
          `size        ${(sizeBytes / 1_000_000).toFixed(1)} MB`,
          `migrations  ${ran.length} ran`,
          `pending     ${pending.length === 0 ? 'nothing' : pending.length}`,
          ...pending.map((name) => `            ${name}`),
        ];
        print(options.json, json, lines.join('\n'));
      } finally {
        await server.close();
      }
    });

  db.command('check')
    .description('Look for books of accounts that break a rule: totals and costs that do not add up')
    .option('--repair', 'repair what can be repaired first; done again, it changes nothing')
    .option('--json', 'print JSON')
    .action(async (options: { repair?: boolean; json?: boolean }) => {
      const server = await openDatabaseServer();
      try {
        const { checkBooks } = await loadPersistence();
        const faults = await checkBooks(server.ownerUrl, { repairs: options.repair === true });
        const text = faults.length === 0 ? 'all books keep the rules' : faults.map(faultText).join('\n');
        print(options.json, { faults: faults.map(faultJson) }, text);
        if (faults.length > 0) process.exitCode = 1;
      } finally {
        await server.close();
      }
    });

  db.command('backup <file>')
    .description('Write everything in the database, as it is now, to a file')
    .option('--json', 'print JSON')
    .action(async (file: string, options: { json?: boolean }) => {
      const server = await openDatabaseServer();
      try {
        const { backUpDatabase } = await loadPersistence();
        const { tables, bytes } = await backUpDatabase(server.ownerUrl, file);
        print(
          options.json,
          { file, tables, bytes },
          `wrote ${tables} tables to ${file} (${(bytes / 1_000_000).toFixed(1)} MB)`,
        );
      } finally {
        await server.close();
      }
    });

  db.command('restore <file>')
    .description('Fill an empty database from a backup')
    .option('--json', 'print JSON')
    .action(async (file: string, options: { json?: boolean }) => {
      const server = await openDatabaseServer({ mayCreate: true });
      try {
        const { restoreDatabase } = await loadPersistence();
        const { tables, bytes } = await restoreDatabase(server.ownerUrl, file, extensions);
        await server.embedded?.allowServiceLogins();
        print(options.json, { file, tables, bytes }, `restored ${tables} tables from ${file}`);
      } finally {
        await server.close();
      }
    });
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
