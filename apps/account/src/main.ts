import { systemClock } from '@brickmarket/domain';
import { DatabaseHealth } from '@brickmarket/persistence-ports';
import { createLogger } from '@brickmarket/service-runtime';
import {
  loadExtensions,
  surviveRejectionsOfExtensions,
  UNHANDLED_REJECTION,
} from '@brickmarket/service-runtime/extensions';
import { takeSecretsFromFiles } from '@brickmarket/service-runtime/variables';
import { readConfig } from './config/config.ts';
import { closeApp, createApp } from './create-app.ts';
import { AccountMetrics } from './metrics/metrics.module.ts';

try {
  takeSecretsFromFiles(process.env);
  const config = readConfig(process.env, process.stdout.isTTY);
  const logger = createLogger(config, 'account');
  surviveRejectionsOfExtensions((extension, err) => logger.error({ extension, err }, UNHANDLED_REJECTION));
  const app = await createApp(config, logger, systemClock, await loadExtensions(process.env));
  await app.get(DatabaseHealth).refuseNewerSchema();
  await app.listen(config.port, config.host);
  const metrics = await app.get(AccountMetrics).serve(config);
  let isStopping = false;
  const stop = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    // Ends the process even if something hangs.
    setTimeout(() => process.exit(0), config.shutdownTimeoutMs).unref();
    await closeApp(app);
    process.exit(0);
  };
  // A supervising parent gets the address; its death stops this process.
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(event, () => void stop());
  process.send?.({ listening: config.url, metrics });
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`brickmarket-account could not start: ${reason}\n`);
  process.exit(1);
}
