import { createApp, readConfig } from '@brickmarket/api';
import type { Extensions } from '@brickmarket/service-runtime/extensions';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { MetricsRegistry } from '../../apps/api/src/metrics/metrics.module.ts';
import { RouteTally } from '../../apps/api/src/metrics/route-tally.ts';
import { ServiceTally } from '../../apps/api/src/metrics/service-tally.ts';
import { createLogger } from '../../libs/service-runtime/src/index.ts';
import { SERVICE_TIMEOUTS } from './service-environment.ts';

/** The API next to another service on its database, where a process of its own would prove nothing more. */
export class InProcessApi {
  private constructor(
    private readonly app: NestFastifyApplication,
    /** `http://127.0.0.1:PORT` */
    readonly url: string,
    private readonly log: readonly string[],
  ) {}

  static async start(
    databaseUrl: string,
    environment: NodeJS.ProcessEnv = {},
    extensions?: Extensions,
  ): Promise<InProcessApi> {
    const config = readConfig(
      {
        PORT: '0',
        LOG_LEVEL: 'warn',
        LOG_FORMAT: 'json',
        DATABASE_URL: databaseUrl,
        ...SERVICE_TIMEOUTS,
        ...environment,
      },
      false,
    );
    const log: string[] = [];
    const app = await createApp(config, {
      logger: createLogger(config, 'api', { write: (line) => log.push(line) }),
      ...(extensions && { extensions }),
    });
    await app.listen(config.port, config.host);
    if (config.metricsPort !== null) app.get(MetricsRegistry).start();
    return new InProcessApi(app, await app.getUrl(), log);
  }

  /** Everything it has logged so far. */
  get output(): string {
    return this.log.join('');
  }

  /** Records what it has answered, as it does automatically twice a minute. */
  recordService(): Promise<void> {
    return this.app.get(ServiceTally).note();
  }

  /** What it would serve on its METRICS_PORT, which must be given and is not opened. */
  metrics(): Promise<string> {
    return this.app.get(MetricsRegistry).registry.metrics();
  }

  /** Writes what it has counted of each route, as it does twice a minute. */
  noteRoutes(): Promise<void> {
    return this.app.get(RouteTally).note();
  }

  stop(): Promise<void> {
    return this.app.close();
  }
}
