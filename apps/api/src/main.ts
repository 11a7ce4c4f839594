import { readConfig } from './config/read-config.ts';
import { createApp } from './create-app.ts';
import { migrateUntilDone } from './lifecycle/migrate-until-done.ts';
import { stopInPeace } from './lifecycle/stop-in-peace.ts';
import { createLogger } from './logging/create-logger.ts';
import { migrateDatabase } from './persistence.module.ts';

try {
  const config = readConfig(process.env, process.stdout.isTTY);
  const logger = createLogger(config);
  const app = await createApp(config, logger);
  await app.listen(config.port, config.host);
  const stopping = new AbortController();
  const stop = (): void => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    void stopInPeace(app, config).then(() => process.exit(0));
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  // Started by a supervisor: it learns the address, and when it dies, so do we.
  process.once('disconnect', stop);
  process.send?.({ listening: await app.getUrl() });
  // While it serves: alive but not ready until the schema is there.
  if (config.migrateOnStart) await migrateUntilDone(() => migrateDatabase(config), logger, stopping.signal);
} catch (error) {
  process.stderr.write(`brickmarket-api could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
