import { fileURLToPath } from 'node:url';
import { serveMetrics } from '@brickmarket/service-runtime/metrics';
import { takeSecretsFromFiles } from '@brickmarket/service-runtime/variables';
import { readClusterConfig } from '../config/config.ts';
import { metricsOfAllWorkers } from '../metrics/all-workers.ts';
import { WorkerPool } from './worker-pool.ts';

/** Runs the service in PROCESSES processes behind one port. SIGHUP replaces them one by one without an interruption. */
try {
  takeSecretsFromFiles(process.env);
  const { processes, metricsPort, metricsHost } = readClusterConfig(process.env);
  const pool = new WorkerPool(fileURLToPath(new URL('../bundle/main.js', import.meta.url)), (line) =>
    process.stderr.write(`${line}\n`),
  );
  const stop = (): void => void pool.stop().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // A supervisor that started this process is told the address. When it dies, the channel closes and this process
  // stops.
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
