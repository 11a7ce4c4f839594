import type { Command } from 'commander';
import { openDatabaseServer } from '../database/database-server.ts';
import { print } from '../output/print.ts';
import { describeSchema, loadPersistence, migrateSchema } from '../persistence.wiring.ts';

/** `db migrate | status | backup | restore`. */
export function addDbCommand(program: Command): void {
  const db = program.command('db').description('Look after the database');

  db.command('migrate')
    .description('Bring the schema up to this build')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const server = await openDatabaseServer();
      try {
        const ran = await migrateSchema(server);
        print(
          options.json,
          { ran },
          ran.length === 0
            ? 'nothing to do: the schema is up to date'
            : `ran ${ran.length}:\n${ran.map((name) => `  ${name}`).join('\n')}`,
        );
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
        const { version, sizeBytes, ran, pending } = await describeSchema(server.ownerUrl);
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
          `migrations  ${ran.length} ran, ${pending.length} pending`,
          ...pending.map((name) => `            pending: ${name}`),
        ];
        print(options.json, json, lines.join('\n'));
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
      const server = await openDatabaseServer();
      try {
        const { restoreDatabase } = await loadPersistence();
        const { tables, bytes } = await restoreDatabase(server.ownerUrl, file);
        await server.embedded?.allowServiceLogins();
        print(options.json, { file, tables, bytes }, `restored ${tables} tables from ${file}`);
      } finally {
        await server.close();
      }
    });
}
