import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { ThrowawayPostgres } from '@brickmarket/local-postgres';
import { databaseUrl, onServer } from './test-server.ts';

declare global {
  var throwawayPostgres: ThrowawayPostgres | undefined;
}

/** One server for all specs (TEST_DATABASE_URL, otherwise a throw-away one) with one migrated database to copy from. */
export default async function globalSetup(): Promise<void> {
  // Specs run the sources, but node loads this file and finds the libraries' builds, as do the processes specs start.
  execFileSync('node_modules/.bin/tsc', ['-b', 'apps/api', 'apps/cli'], { stdio: 'inherit' });
  const { startThrowawayPostgres } = await import('@brickmarket/local-postgres');
  const { migrate } = await import('@brickmarket/persistence-typeorm');
  if ((process.env['TEST_DATABASE_URL'] ?? '') === '') {
    globalThis.throwawayPostgres = await startThrowawayPostgres();
    process.env['TEST_DATABASE_URL'] = globalThis.throwawayPostgres.url;
  }
  const template = `brickmarket_template_${randomBytes(4).toString('hex')}`;
  process.env['TEST_TEMPLATE_DATABASE'] = template;
  await onServer(`CREATE DATABASE ${template}`);
  await migrate(databaseUrl(template));
}
