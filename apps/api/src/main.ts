import { readConfig } from './config/read-config.ts';
import { createApp } from './create-app.ts';
import { collectEarly, migrateUntilDone, stopGracefully } from './lifecycle/start-and-stop.ts';
import { createLogger } from './logging/create-logger.ts';
import { startMetrics } from './metrics/start-metrics.ts';
import { migrateDatabase } from './persistence.module.ts';
import { startTracing } from './tracing/start-tracing.ts';

try {
  collectEarly();
  const config = readConfig(process.env, process.stdout.isTTY);
  const logger = createLogger(config);
  const tracing = await startTracing(process.env);
  const app = await createApp(config, { logger, tracing });
  await app.listen(config.port, config.host);
  const metrics = await startMetrics(app, config);
  const stopping = new AbortController();
  const stop = async (): Promise<void> => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    await stopGracefully(app, config);
    await tracing?.stop().catch((error: unknown) => logger.warn({ err: error }, 'traces not sent'));
    process.exit(0);
  };
  // Started by a supervisor: it learns the address, and when it dies, so do we.
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(event, () => void stop());
  process.send?.({ listening: await app.getUrl(), metrics });
  // While it serves: alive but not ready until the schema is there.
  if (config.migrateOnStart) await migrateUntilDone(() => migrateDatabase(config), logger, stopping.signal);
} catch (error) {
  process.stderr.write(`brickmarket-api could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
