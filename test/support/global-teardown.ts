import { onServer } from './test-database.ts';

export default async function globalTeardown(): Promise<void> {
  if (globalThis.throwawayPostgres) await globalThis.throwawayPostgres.stop();
  else await onServer(`DROP DATABASE IF EXISTS ${process.env['TEST_TEMPLATE_DATABASE']} WITH (FORCE)`);
}
