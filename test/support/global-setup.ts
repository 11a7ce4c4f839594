import { execFileSync } from 'node:child_process';
import type { ThrowawayPostgres } from '@brickmarket/local-postgres';

declare global {
  var throwawayPostgres: ThrowawayPostgres | undefined;
}

/** One server for all specs: the one named by TEST_DATABASE_URL, otherwise a throw-away one. */
export default async function globalSetup(): Promise<void> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') return;
  // Specs run the sources, but node loads this file and finds the libraries' builds.
  execFileSync('node_modules/.bin/tsc', ['-b', 'libs/local-postgres'], { stdio: 'inherit' });
  const { startThrowawayPostgres } = await import('@brickmarket/local-postgres');
  globalThis.throwawayPostgres = await startThrowawayPostgres();
  process.env['TEST_DATABASE_URL'] = globalThis.throwawayPostgres.url;
}
