import { fileURLToPath } from 'node:url';
import { EnvironmentReader } from '../config/environment-reader.ts';
import { serveMetrics } from '../metrics/serve-metrics.ts';
import { metricsOfAllWorkers } from './metrics-of-all-workers.ts';
import { WorkerPool } from './worker-pool.ts';

/** The service in PROCESSES processes behind one port. SIGHUP renews them one by one, without a pause in service. */
try {
  const environment = new EnvironmentReader(process.env);
  const count = environment.integer('PROCESSES', 2, 1, 64);
  const metricsPort = process.env['METRICS_PORT'] ? environment.integer('METRICS_PORT', 0, 0, 65_535) : null;
  environment.refuseFaults();
  const pool = new WorkerPool(fileURLToPath(new URL('../main.js', import.meta.url)), (line) =>
    process.stderr.write(`${line}\n`),
  );
  const stop = (): void => void pool.stop().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // Started by a supervisor: it learns the address, and when it dies, so do we.
  process.once('disconnect', stop);
  const listening = await pool.start(count);
  process.on('SIGHUP', () => void pool.renew().catch((error: unknown) => process.stderr.write(`${String(error)}\n`)));
  process.send?.({
    listening,
    metrics:
      metricsPort === null
        ? null
        : await serveMetrics(metricsOfAllWorkers(), metricsPort, environment.text('METRICS_HOST', '127.0.0.1')),
  });
} catch (error) {
  process.stderr.write(`brickmarket-api could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
