import type { Command } from 'commander';
import { openDatabaseServer } from '../database/database-server.ts';
import { print } from '../output/print.ts';
import { describeSchema, migrateSchema } from '../persistence.wiring.ts';

/** `db migrate | status`. */
export function addDbCommand(program: Command): void {
  const db = program.command('db').description('Look after the database');

  db.command('migrate')
    .description('Bring the schema up to this build')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const server = await openDatabaseServer();
      try {
        const ran = await migrateSchema(server);
        print(options.json, { ran }, ran.length === 0 ? 'nothing to do: the schema is up to date' : `ran ${ran.length}:\n${ran.map((name) => `  ${name}`).join('\n')}`);
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
        const json = { database, embedded: server.embedded !== null, data_dir: server.embedded?.dataDir ?? null, server_version: version, size_bytes: sizeBytes, ran, pending };
        const lines = [
          `database    ${database} (${server.embedded ? `embedded, data in ${server.embedded.dataDir}` : 'from DATABASE_URL'})`,
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
}
