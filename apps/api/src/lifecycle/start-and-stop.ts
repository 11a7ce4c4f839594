import { setTimeout as sleep } from 'node:timers/promises';
import { Global, Injectable, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { ApiConfig } from '../config/config.ts';
import { RequestLimits } from './request-limits.ts';
import { WarmUp } from './warm-up.ts';

const MIGRATION_RETRY_MS = 500;
const CLOSE_IDLE_EVERY_MS = 20;

@Injectable()
export class ServiceState {
  /** Still serves, but reports not ready. */
  isDraining = false;
}

/** Retries until it succeeds, as the database may start later. Logs each new reason once. */
export async function migrateWithRetries(
  migrate: () => Promise<readonly string[]>,
  logger: Pick<Logger, 'info' | 'warn'>,
  signal: AbortSignal,
): Promise<void> {
  let lastReason = '';
  while (!signal.aborted) {
    try {
      const ran = await migrate();
      if (ran.length > 0) logger.info({ ran }, 'schema migrated');
      return;
    } catch (error) {
      const reason = String(error);
      if (reason !== lastReason) logger.warn({ err: error }, 'schema not migrated yet; trying again');
      lastReason = reason;
      await sleep(MIGRATION_RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

export function useDrainHook(fastify: FastifyInstance, state: ServiceState): void {
  fastify.addHook('onRequest', (_request, reply, done) => {
    if (state.isDraining) reply.header('connection', 'close');
    done();
  });
}

/** Fails readiness first, so that load balancers notice; then finishes requests, and cuts the rest at the timeout. */
export async function stopGracefully(
  app: NestFastifyApplication,
  config: Pick<ApiConfig, 'shutdownGraceMs' | 'shutdownTimeoutMs'>,
): Promise<void> {
  app.get(ServiceState).isDraining = true;
  await sleep(config.shutdownGraceMs);
  const server = app.getHttpServer();
  const closeIdle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  const cutOff = setTimeout(() => server.closeAllConnections(), config.shutdownTimeoutMs);
  try {
    await app.close();
  } finally {
    clearInterval(closeIdle);
    clearTimeout(cutOff);
  }
}

@Global()
@Module({ providers: [RequestLimits, ServiceState, WarmUp], exports: [RequestLimits, ServiceState, WarmUp] })
export class LifecycleModule {}
