import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { Global, Injectable, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { ApiConfig } from '../config/config.ts';
import { RequestLimits } from './request-limits.ts';

const GARBAGE_PERCENT = 40;
const MIGRATION_RETRY_MS = 500;
const CLOSE_IDLE_EVERY_MS = 20;

/** Where the process stands in its life, as far as those who send it traffic should know. */
@Injectable()
export class ServiceState {
  /** True once the process has been asked to end: it still answers, and asks for no more. */
  isDraining = false;
}

/**
 * Has old garbage collected when it amounts to so much of what is alive. Left to itself, V8 lets it grow to several
 * times that on a large machine: a request that waits for the database is old by the time it is answered. A bound on
 * the heap would do the same until many large answers are under way at once, and then end the process.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${GARBAGE_PERCENT}`);
}

/**
 * Migrates the schema, again and again until it succeeds: the database may come up after the service. Logs each new
 * reason once.
 */
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

/** Asks clients to close their connections while the process is ending. */
export function useDrainHook(fastify: FastifyInstance, state: ServiceState): void {
  fastify.addHook('onRequest', (_request, reply, done) => {
    if (state.isDraining) reply.header('connection', 'close');
    done();
  });
}

/**
 * Ends the service without dropping a request: first readiness fails while requests are still answered, so that load
 * balancers notice; then it accepts no more connections, finishes what it has, and closes. Bounded: what hangs is cut
 * off.
 */
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
@Module({ providers: [RequestLimits, ServiceState], exports: [RequestLimits, ServiceState] })
export class LifecycleModule {}
