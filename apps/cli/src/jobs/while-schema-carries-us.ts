import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseHealth, NewerSchemaError } from '@brickmarket/persistence-ports';

const CHECK_MS = 5_000;

/** Stops work when a newer build made the schema too new, and rejects with NewerSchemaError. */
export async function whileSchemaCarriesUs<T>(
  health: DatabaseHealth,
  stopping: AbortSignal,
  work: (stopping: AbortSignal) => Promise<T>,
): Promise<T> {
  const [tooNew, ended] = [new AbortController(), new AbortController()];
  const watch = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      await sleep(CHECK_MS, undefined, { signal: ended.signal }).catch(() => undefined);
      await health.refuseNewerSchema().catch((error: NewerSchemaError) => tooNew.abort(error));
    }
  };
  const watching = watch();
  try {
    const result = await work(AbortSignal.any([stopping, tooNew.signal]));
    tooNew.signal.throwIfAborted();
    return result;
  } finally {
    ended.abort();
    await watching;
  }
}
