import { tmpdir } from 'node:os';
import { DatabaseHealth } from '@brickmarket/persistence-ports';
import type { MetricsAddress } from '@brickmarket/service-runtime';
import {
  addConnectionMetrics,
  addDiskMetrics,
  LabelledCounter,
  ProcessMetrics,
  RequestMetrics,
  serveMetrics,
} from '@brickmarket/service-runtime/metrics';
import { Global, Injectable, Module } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

const SIGN_IN = '/account/api/sign-in/';

/** By route. */
const IMPORT_STEPS: Readonly<Record<string, string>> = {
  '/account/api/imports': 'sent',
  '/account/api/imports/:id/commit': 'committed',
  '/account/api/imports/:id/undo': 'undone',
};

@Injectable()
export class AccountMetrics {
  private readonly requests = new RequestMetrics();
  private readonly signIns = new LabelledCounter();
  private readonly imports = new LabelledCounter();

  constructor(private readonly health: DatabaseHealth) {}

  useHooks(fastify: FastifyInstance): void {
    fastify.addHook('onResponse', (request, reply, done) => {
      const { url: route } = request.routeOptions;
      this.requests.countRequest(request.method, route, reply.statusCode, reply.elapsedTime);
      if (request.method === 'POST' && route !== undefined) this.countStep(route, outcomeOf(reply.statusCode));
      done();
    });
  }

  private countStep(route: string, outcome: string): void {
    if (route.startsWith(SIGN_IN)) this.signIns.count({ step: route.slice(SIGN_IN.length), outcome });
    const step = IMPORT_STEPS[route];
    if (step !== undefined) this.imports.count({ step, outcome });
  }

  /** Returns the address; null without a port. */
  async serve({ metricsPort, metricsHost }: MetricsAddress): Promise<string | null> {
    if (metricsPort === null) return null;
    const metrics = new ProcessMetrics();
    metrics.start();
    this.requests.addTo(metrics);
    metrics.add('counter', 'brickmarket_sign_in_steps_total', 'Steps of signing in, by what came of them.', () =>
      this.signIns.samples(),
    );
    metrics.add(
      'counter',
      'brickmarket_collection_import_steps_total',
      'Steps of importing collections, by what came of them.',
      () => this.imports.samples(),
    );
    addConnectionMetrics(metrics, this.health);
    // Folder of uploads.
    addDiskMetrics(metrics, { uploads: tmpdir() });
    return serveMetrics(metrics.registry, metricsPort, metricsHost);
  }
}

function outcomeOf(status: number): string {
  if (status < 400) return 'accepted';
  if (status === 429) return 'limited';
  return status < 500 ? 'refused' : 'failed';
}

@Global()
@Module({ providers: [AccountMetrics], exports: [AccountMetrics] })
export class MetricsModule {}
