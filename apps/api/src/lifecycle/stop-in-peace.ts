import { setTimeout as sleep } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ApiConfig } from '../config/config.ts';
import { ServiceState } from './service-state.ts';

const REAP_MS = 20;

/**
 * Ends the service without dropping a request: first it says that it is not ready and goes on answering while word gets
 * around, then it takes no more connections, finishes what it has, and closes. Bounded: what hangs is cut off.
 */
export async function stopInPeace(
  app: NestFastifyApplication,
  config: Pick<ApiConfig, 'shutdownGraceMs' | 'shutdownTimeoutMs'>,
): Promise<void> {
  app.get(ServiceState).isDraining = true;
  await sleep(config.shutdownGraceMs);
  const server = app.getHttpServer();
  const reap = setInterval(() => server.closeIdleConnections(), REAP_MS);
  const cutOff = setTimeout(() => server.closeAllConnections(), config.shutdownTimeoutMs);
  try {
    await app.close();
  } finally {
    clearInterval(reap);
    clearTimeout(cutOff);
  }
}
