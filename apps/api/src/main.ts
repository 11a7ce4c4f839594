import { returnConnectionsOnTheWay } from './cluster/worker-pool.ts';
import { readConfig } from './config/config.ts';
import { createApp } from './create-app.ts';
import { migrateWithRetries, stopGracefully } from './lifecycle/start-and-stop.ts';
import { WarmUp } from './lifecycle/warm-up.ts';
import { DatabaseHealth } from '@brickmarket/persistence-ports';
import { createLogger } from '@brickmarket/service-runtime';
import {
  loadExtensions,
  surviveRejectionsOfExtensions,
  UNHANDLED_REJECTION,
} from '@brickmarket/service-runtime/extensions';
import { takeSecretsFromFiles } from '@brickmarket/service-runtime/variables';
import { startMetrics } from './metrics/metrics.module.ts';
import { migrateDatabase } from './persistence.module.ts';
import { startTracing } from './tracing/tracing.ts';

try {
  takeSecretsFromFiles(process.env);
  const config = readConfig(process.env, process.stdout.isTTY);
  const logger = createLogger(config, 'api');
  const tracing = config.tracing ? await startTracing() : null;
  surviveRejectionsOfExtensions((extension, err) => logger.error({ extension, err }, UNHANDLED_REJECTION));
  const extensions = await loadExtensions(process.env);
  const app = await createApp(config, { logger, tracing, extensions });
  await app.get(DatabaseHealth).refuseNewerSchema();
  await app.listen(config.port, config.host);
  const metrics = await startMetrics(app, config);
  const stopping = new AbortController();
  const stop = async (): Promise<void> => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    await stopGracefully(app, config);
    await returnConnectionsOnTheWay();
    await tracing?.stop().catch((error: unknown) => logger.warn({ err: error }, 'traces not sent'));
    process.exit(0);
  };
  // A supervising parent gets the address. Its death closes the channel and stops this process.
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(event, () => void stop());
  // Preloads for first requests; failures are retried at readiness.
  app
    .get(WarmUp)
    .run()
    .catch(() => undefined);
  process.send?.({ listening: await app.getUrl(), metrics });
  // Migrates while alive, but not ready until complete.
  if (config.migrateOnStart)
    await migrateWithRetries(
      () => migrateDatabase(config, extensions.all, (text) => logger.warn(text)),
      logger,
      stopping.signal,
    );
} catch (error) {
  process.stderr.write(`brickmarket-api could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
