import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { AppModule, FEATURES } from './app.module.ts';
import type { ApiConfig } from './config/config.ts';
import { useStrictBodyParser, parseQuery } from './http/strict-input.ts';
import {
  type Answered,
  logAnswer,
  useAnswerHook,
  useCompression,
  useCors,
  useCorsOutsideFastify,
  useRequestHooks,
} from './http/request-hooks.ts';
import { EXTENSION_PATH, V1 } from './http/contract.ts';
import { answerFrameworkError, answerSocketError, answerUnknownExpectation } from './http/api-error.ts';
import { useLoadShedding, RequestLimits, useRequestLimits } from './lifecycle/request-limits.ts';
import { ServiceState, useDrainHook } from './lifecycle/start-and-stop.ts';
import {
  createLogger,
  NestLogger,
  proxyOptions,
  routableTarget,
  spareNewConnections,
} from '@brickmarket/service-runtime';
import { tryConstructors, watchExtensionRoutes } from '@brickmarket/service-runtime/extension-modules';
import { Extensions } from '@brickmarket/service-runtime/extensions';
import { RequestMetrics } from '@brickmarket/service-runtime/metrics';
import { RouteTally } from './metrics/route-tally.ts';
import { ServiceTally } from './metrics/service-tally.ts';
import { ANSWER_HEADERS } from './openapi/answers.ts';
import { ServedDocument } from './openapi/openapi.module.ts';
import { type Tracing, useTracingHooks } from './tracing/tracing.ts';

const TIMEOUT_CHECK_MS = 500;
const STALLED_MS = 5_000;
const KEEP_ALIVE_MS = 65_000;

interface AppOptions {
  readonly logger?: Logger;
  readonly tracing?: Tracing | null;
  readonly extensions?: Extensions;
}

export async function createApp(
  config: ApiConfig,
  { logger = createLogger(config, 'api'), tracing = null, extensions = new Extensions() }: AppOptions = {},
): Promise<NestFastifyApplication> {
  const adapter = createAdapter(config, logger);
  useRequestHooks(adapter.getInstance<FastifyInstance>());
  if (extensions.all.length > 0)
    watchExtensionRoutes(adapter.getInstance<FastifyInstance>(), EXTENSION_PATH, (routes, blockedMs) =>
      logger.warn({ routes, blockedMs }, 'the event loop was blocked while handlers of extensions were in progress'),
    );
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(config, extensions), adapter, {
    logger: new NestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  }).catch(async (error: unknown) => {
    await tryConstructors(extensions.all);
    throw error;
  });
  useStrictBodyParser(adapter.getInstance<FastifyInstance>());
  useDrainHook(adapter.getInstance<FastifyInstance>(), app.get(ServiceState));
  useRequestLimits(adapter.getInstance<FastifyInstance>(), app.get(RequestLimits));
  useAnswerHook(adapter.getInstance<FastifyInstance>(), answerObservers(config, app));
  if (tracing !== null) useTracingHooks(adapter.getInstance<FastifyInstance>(), tracing);
  const cors = { origins: config.corsOrigins, exposedHeaders: Object.keys(ANSWER_HEADERS) };
  if (cors.origins.length > 0) await useCors(app, cors);
  await useCompression(app);
  const server = app.getHttpServer();
  spareNewConnections(server);
  server.maxConnections = config.maxConnections;
  answerUnknownExpectation(server);
  useLoadShedding(server, app.get(RequestLimits), earlyRefusalObserver(config, app));
  if (cors.origins.length > 0) useCorsOutsideFastify(server, cors);
  await app.init();
  app.get(ServedDocument).describe(app, FEATURES);
  return app;
}

function answerObservers(
  { logRequests, logAddresses, metricsPort }: ApiConfig,
  app: NestFastifyApplication,
): ((answered: Answered) => void)[] {
  const [tally, routes, metrics] = [app.get(ServiceTally), app.get(RouteTally), app.get(RequestMetrics)];
  return [
    ...(logRequests ? [(answered: Answered) => logAnswer(answered, logAddresses)] : []),
    (answered) => tally.count(answered),
    (answered) => routes.count(answered),
    ...(metricsPort === null
      ? []
      : [
          ({ request, reply, route, ms }: Answered) =>
            metrics.countRequest(request.method, route ?? undefined, reply.statusCode, ms),
        ]),
  ];
}

type EarlyObserver = (status: number, ms: number) => void;

/** Counts early refusals in metrics and on the status page. */
function earlyRefusalObserver({ metricsPort }: ApiConfig, app: NestFastifyApplication): EarlyObserver {
  const [tally, metrics] = [app.get(ServiceTally), app.get(RequestMetrics)];
  return (status, ms) => {
    tally.countRefusal(ms);
    // The route is unknown, and methods are arbitrary.
    if (metricsPort !== null) metrics.countRequest('any', `/${V1}/*`, status, ms);
  };
}

function createAdapter(config: ApiConfig, logger: FastifyBaseLogger): FastifyAdapter {
  return new FastifyAdapter({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // One logger, as a child per request costs more than its log line. Lines carry the request id.
    childLoggerFactory: (parent: FastifyBaseLogger) => parent,
    ...proxyOptions(config.trustedProxies),
    exposeHeadRoutes: false,
    rewriteUrl: routableTarget,
    // Long enough for any path: the parameter's own rule applies after the key check.
    routerOptions: { maxParamLength: 16_384, querystringParser: parseQuery },
    requestTimeout: config.requestTimeoutMs,
    // Closes stalled connections, but waits for slow responses.
    connectionTimeout: Math.max(config.requestTimeoutMs, config.answerTimeoutMs) + STALLED_MS,
    // Requests on open connections still get responses during shutdown.
    return503OnClosing: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Node would respond to a missing Host with an empty 400; request-hooks.ts sends the contract's error body.
    http: {
      requireHostHeader: false,
      headersTimeout: config.requestTimeoutMs,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    },
    clientErrorHandler: answerSocketError,
    frameworkErrors: answerFrameworkError,
    skipMiddie: true,
  });
}
