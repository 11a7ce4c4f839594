import { fileURLToPath } from 'node:url';
import { serveMetrics } from '@brickmarket/service-runtime/metrics';
import { takeSecretsFromFiles } from '@brickmarket/service-runtime/variables';
import { readClusterConfig } from '../config/config.ts';
import { metricsOfAllWorkers } from '../metrics/all-workers.ts';
import { WorkerPool } from './worker-pool.ts';

/** PROCESSES processes behind one port. SIGHUP replaces them one by one without interruption. */
try {
  takeSecretsFromFiles(process.env);
  const { processes, metricsPort, metricsHost } = readClusterConfig(process.env);
  const pool = new WorkerPool(fileURLToPath(new URL('../bundle/main.js', import.meta.url)), (line) =>
    process.stderr.write(`${line}\n`),
  );
  const stop = (): void => void pool.stop().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // A supervising parent gets the address. Its death closes the channel and stops this process.
  process.once('disconnect', stop);
  const listening = await pool.start(processes);
  process.on('SIGHUP', () => void pool.renew().catch((error: unknown) => process.stderr.write(`${String(error)}\n`)));
  process.send?.({
    listening,
    metrics: metricsPort === null ? null : await serveMetrics(metricsOfAllWorkers(), metricsPort, metricsHost),
  });
} catch (error) {
  process.stderr.write(`brickmarket-api could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
