import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ThrowawayPostgres } from '@brickmarket/local-postgres';
import { inTurn } from './in-turn.ts';
import { detectBusyMachine } from './service-environment.ts';
import { databaseUrl, onServer } from './test-database.ts';

declare global {
  var throwawayPostgres: ThrowawayPostgres | undefined;
}

/** One server for all specs (TEST_DATABASE_URL, otherwise a temporary one) with one template database. */
export default async function globalSetup(): Promise<void> {
  detectBusyMachine();
  await inTurn(() => {
    // Specs run the sources, but node loads this file and finds the libraries' builds, as do the processes specs start.
    const built = ['apps/account', 'apps/api', 'apps/cli', 'apps/mcp', 'libs/persistence-ports/tsconfig.testing.json'];
    execFileSync('node_modules/.bin/tsc', ['-b', ...built], { stdio: 'inherit' });
    for (const script of ['apps/bundle.mjs', 'apps/account-web/build.mjs'])
      execFileSync(process.execPath, [script], { stdio: 'inherit' });
  });
  const { startThrowawayPostgres } = await import('@brickmarket/local-postgres');
  if ((process.env['TEST_DATABASE_URL'] ?? '') === '') {
    globalThis.throwawayPostgres = await startThrowawayPostgres();
    process.env['TEST_DATABASE_URL'] = globalThis.throwawayPostgres.url;
  }
  process.env['TEST_TEMPLATE_DATABASE'] = await restoredDatabase();
}

/**
 * Not the migrated database but a restored copy of it, so that a restore that loses anything fails every spec that
 * needs it.
 */
async function restoredDatabase(): Promise<string> {
  const { backUpDatabase, migrate, restoreDatabase } = await import('@brickmarket/persistence-postgres');
  const suffix = randomBytes(4).toString('hex');
  const [original, restored] = [`brickmarket_original_${suffix}`, `brickmarket_template_${suffix}`];
  const folder = await mkdtemp(join(tmpdir(), 'brickmarket-template-'));
  const backup = join(folder, 'backup');
  for (const name of [original, restored]) await onServer(`CREATE DATABASE ${name}`);
  await migrate(databaseUrl(original));
  await backUpDatabase(databaseUrl(original), backup);
  await restoreDatabase(databaseUrl(restored), backup);
  await rm(folder, { recursive: true });
  await onServer(`DROP DATABASE ${original} WITH (FORCE)`);
  return restored;
}
