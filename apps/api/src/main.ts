import { readConfig } from './config/read-config.ts';
import { createApp } from './create-app.ts';
import { migrateDatabase } from './persistence.module.ts';

try {
  const config = readConfig(process.env, process.stdout.isTTY);
  if (config.migrateOnStart) await migrateDatabase(config);
  const app = await createApp(config);
  await app.listen(config.port, config.host);
  const stop = (): void => void app.close().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // Started by a supervisor: it learns the address, and when it dies, so do we.
  process.once('disconnect', stop);
  process.send?.({ listening: await app.getUrl() });
} catch (error) {
  process.stderr.write(`brickmarket-api could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
