import 'reflect-metadata';
import { type Clock, systemClock } from '@brickmarket/domain';
import {
  createLogger,
  NestLogger,
  proxyOptions,
  routableTarget,
  spareNewConnections,
} from '@brickmarket/service-runtime';
import { tryConstructors, watchExtensionRoutes } from '@brickmarket/service-runtime/extension-modules';
import { Extensions } from '@brickmarket/service-runtime/extensions';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { AppModule, EXTENSION_PATH, FEATURES } from './app.module.ts';
import type { AccountConfig } from './config/config.ts';
import { usePage } from './http/page.ts';
import { answerFrameworkError, answerSocketError, useRequestHooks } from './http/request-hooks.ts';
import { AccountMetrics } from './metrics/metrics.module.ts';
import { ServedDocument } from './openapi/document.ts';
import { PersistenceModule } from './persistence.module.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const MAX_CONNECTIONS = 2_000;
const STALLED_MS = 5_000;
const WORTH_COMPRESSING_BYTES = 1_024;
const CLOSE_IDLE_EVERY_MS = 20;

export async function createApp(
  config: AccountConfig,
  logger: Logger = createLogger(config, 'account'),
  clock: Clock = systemClock,
  extensions = new Extensions([], config.retailerNames),
): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    ...proxyOptions(config.trustedProxies),
    bodyLimit: BODY_LIMIT_BYTES,
    exposeHeadRoutes: false,
    rewriteUrl: routableTarget,
    // Strict validation rejects such properties by name.
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    requestTimeout: config.requestTimeoutMs,
    // Closes stalled connections.
    connectionTimeout: config.requestTimeoutMs + STALLED_MS,
    return503OnClosing: false,
    http: { headersTimeout: config.requestTimeoutMs },
    clientErrorHandler: answerSocketError,
    frameworkErrors: answerFrameworkError,
    skipMiddie: true,
  });
  const fastify = adapter.getInstance<FastifyInstance>();
  useRequestHooks(fastify, config);
  if (extensions.all.length > 0)
    watchExtensionRoutes(fastify, EXTENSION_PATH, (routes, blockedMs) =>
      logger.warn({ routes, blockedMs }, 'the event loop was blocked while handlers of extensions were in progress'),
    );
  const module = AppModule.with(config, logger, clock, extensions);
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: new NestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  }).catch(async (error: unknown) => {
    await tryConstructors(extensions.all);
    throw error;
  });
  app.get(AccountMetrics).useHooks(fastify);
  // JSON only: forms of other sites can send text.
  fastify.removeContentTypeParser('text/plain');
  // Handlers stream files. Forms of other sites cannot send this type.
  fastify.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
  fastify.addHook('preValidation', async (request) => {
    request.body ??= {};
  });
  await app.register(cookie);
  await app.register(compress, {
    threshold: WORTH_COMPRESSING_BYTES,
    encodings: ['br', 'gzip'],
    globalDecompression: false,
  });
  await usePage(app, config.pageDir);
  app.getHttpServer().maxConnections = MAX_CONNECTIONS;
  spareNewConnections(app.getHttpServer());
  await app.init();
  app.get(ServedDocument).describe(app, FEATURES);
  return app;
}

/** Stops listening, responds, and then closes the pool. */
export async function closeApp(app: NestFastifyApplication): Promise<void> {
  const server = app.getHttpServer();
  const closing = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS).unref();
  await app.close();
  clearInterval(closing);
  await app.get(PersistenceModule).close();
}
