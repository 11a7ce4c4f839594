import { NetworkError } from './errors.ts';
import { retryAfterMs } from './rate-limit.ts';

/** How hard to try. */
export interface Patience {
  /** How often a call is sent again after a 5xx or without an answer. */
  readonly retries: number;
  /** The pause before the first repetition in milliseconds; it doubles from one to the next, with chance in it. */
  readonly backoffMs: number;
  /** The longest a 429 is waited for, in milliseconds; 0 means not at all. */
  readonly maxQuotaWaitMs: number;
}

type Send = (request: Request) => Promise<Response>;

const LONGEST_PAUSE_MS = 30_000;

/** A fetch that repeats what may succeed the next time. Every call of this API only reads, so repeating is safe. */
export function patientFetch(send: Send, patience: Patience): Send {
  return async (request) => {
    for (let attempt = 0; ;) {
      const outcome = await attemptOnce(send, request.clone());
      const pauseMs = pauseBeforeNext(outcome, attempt, patience);
      if (pauseMs === null) {
        if (outcome instanceof Response) return outcome;
        throw outcome;
      }
      if (!(outcome instanceof Response && outcome.status === 429)) attempt++;
      if (outcome instanceof Response) await outcome.body?.cancel();
      await pause(pauseMs, request.signal);
    }
  };
}

async function attemptOnce(send: Send, request: Request): Promise<Response | NetworkError> {
  try {
    return await send(request);
  } catch (cause) {
    request.signal.throwIfAborted();
    return new NetworkError(
      {
        status: 0,
        code: 'Network',
        message: `no answer from ${new URL(request.url).origin}`,
        requestId: null,
        retryAfterMs: null,
      },
      { cause },
    );
  }
}

/** Null when the outcome is final. */
function pauseBeforeNext(outcome: Response | NetworkError, attempt: number, patience: Patience): number | null {
  const asked = outcome instanceof Response ? retryAfterMs(outcome.headers) : null;
  if (outcome instanceof Response && outcome.status === 429)
    return asked !== null && asked <= patience.maxQuotaWaitMs ? asked : null;
  if (outcome instanceof Response && outcome.status < 500) return null;
  if (attempt >= patience.retries) return null;
  const backoff = patience.backoffMs * 2 ** attempt * (0.5 + Math.random() / 2);
  return Math.min(Math.max(backoff, asked ?? 0), LONGEST_PAUSE_MS);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
