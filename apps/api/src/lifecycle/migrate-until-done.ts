import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

const PAUSE_MS = 500;

/** Tries to bring the schema up to this build until it is: the database may come up after the service. Says so when the reason changes. */
export async function migrateUntilDone(
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
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
