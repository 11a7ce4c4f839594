import type { Deliverer, DelivererNote, DeliveryAttempt } from '@brickmarket/operations';
import { DatabaseHealth } from '@brickmarket/persistence-ports';
import { createLogger } from '@brickmarket/service-runtime/logger';
import {
  addConnectionMetrics,
  histogram,
  LabelledCounter,
  ProcessMetrics,
  serveMetrics,
  single,
} from '@brickmarket/service-runtime/metrics';
import type { CliConfig } from '../config.ts';
import type { Stores } from '../persistence.wiring.ts';

/** A round takes less than a second; longer silence means a hung process. */
const STUCK_AFTER_MS = 60_000;

const ATTEMPT_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface DelivererWatch {
  report(note: DelivererNote): void;
  attempted(attempt: DeliveryAttempt): void;
  serveMetrics(stores: Stores, deliverer: Deliverer): Promise<void>;
}

export function watchDeliverer({ log, deliverMetrics: { metricsHost, metricsPort } }: CliConfig): DelivererWatch {
  const logger = createLogger(log, 'deliver');
  const attempts = new LabelledCounter();
  const durations = histogram('brickmarket_delivery_attempt_duration_seconds', 'Time of an attempt.', ATTEMPT_SECONDS, [
    'channel',
  ]);
  return {
    report({ message, isFailure, ...ids }) {
      if (isFailure) logger.error(ids, message);
      else logger.info(ids, message);
    },
    attempted({ isDelivered, durationMs, status, error, ...ids }) {
      const { channel } = ids;
      attempts.count({ channel, outcome: isDelivered ? 'delivered' : 'failed' });
      durations.observe({ channel }, durationMs / 1_000);
      const facts = { ...ids, status, ms: durationMs };
      // Receivers' faults are in their log of attempts.
      if (isDelivered || channel === 'webhook') logger.debug({ ...facts, error }, 'attempted');
      else logger.warn(facts, `mail was not sent: ${error}`);
    },
    async serveMetrics(stores, deliverer) {
      if (metricsPort === null) return;
      const metrics = new ProcessMetrics();
      metrics.start();
      metrics.add(
        'counter',
        'brickmarket_delivery_attempts_total',
        'Attempts to deliver an alert, by what came of them.',
        () => attempts.samples(),
      );
      metrics.registry.registerMetric(durations);
      for (const [name, help] of [
        ['in_progress', 'Deliveries and mails that are being sent.'],
        ['under_way', 'Former name of brickmarket_deliveries_in_progress.'],
      ] as const)
        metrics.add('gauge', `brickmarket_deliveries_${name}`, help, () => single(deliverer.underWay));
      metrics.add(
        'gauge',
        'brickmarket_deliver_round_timestamp_seconds',
        'When this process last looked for work without a fault.',
        () => single(deliverer.roundEndedAt / 1_000),
      );
      addConnectionMetrics(metrics, stores.get(DatabaseHealth));
      const address = await serveMetrics(metrics.registry, metricsPort, metricsHost, async () => {
        if (Date.now() - deliverer.roundEndedAt > STUCK_AFTER_MS) throw new Error('deliveries are stuck');
      });
      logger.info(`metrics are at ${address}`);
    },
  };
}
