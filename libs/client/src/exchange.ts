import { LRUCache } from 'lru-cache';
import { retryAfterMs } from './answer.ts';
import { errorOf, NetworkError, TimeoutError } from './errors.ts';

/** How hard to try. */
export interface Patience {
  /** Maximum retries after a 5xx or without a response. */
  readonly retries: number;
  /** Milliseconds before the first retry; doubles each time, with jitter. */
  readonly backoffMs: number;
  /** Longest wait for a 429 in milliseconds; 0: none. */
  readonly maxQuotaWaitMs: number;
  /** Time limit per attempt in milliseconds, including the body. */
  readonly timeoutMs: number;
}

/** Sends a request. */
export type Send = (request: Request) => Promise<Response>;

const LONGEST_PAUSE_MS = 30_000;

/** Retries what may succeed next time. Safe, as every call only reads. */
export function sendPatiently(send: Send, patience: Patience): Send {
  return async (request) => {
    for (let attempt = 0; ;) {
      const outcome = await attemptOnce(send, request, patience.timeoutMs);
      const error = outcome instanceof Response ? await errorOf(outcome, request.url) : outcome;
      if (outcome instanceof Response && error === null) return outcome;
      const pauseMs = pauseBeforeNext(outcome, attempt, patience);
      if (pauseMs === null) throw error!;
      if (!(outcome instanceof Response && outcome.status === 429)) attempt++;
      await pause(pauseMs, request.signal);
    }
  };
}

/** Reads the whole body, so that the time limit and retries cover it. */
async function attemptOnce(send: Send, request: Request, timeoutMs: number): Promise<Response | NetworkError> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const { origin } = new URL(request.url);
  try {
    const signal = AbortSignal.any([request.signal, timeout]);
    const response = await send(new Request(request.clone(), { signal }));
    const isEmpty = response.status === 304 || response.status === 204;
    const body = isEmpty ? null : await response.arrayBuffer();
    return new Response(body, { status: response.status, headers: response.headers });
  } catch (cause) {
    request.signal.throwIfAborted();
    return timeout.aborted
      ? new TimeoutError(`no answer from ${origin} within ${timeoutMs} ms`, cause)
      : new NetworkError(`no answer from ${origin}`, cause);
  }
}

/** Null: the outcome is final. */
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

interface KeptAnswer {
  readonly etag: string;
  readonly type: string;
  readonly body: string;
}

/** Caches responses with an ETag up to a size and revalidates them. */
export function sendForChanges(send: Send, maxCharacters: number): Send {
  if (maxCharacters === 0) return send;
  const kept = new LRUCache<string, KeptAnswer>({
    maxSize: maxCharacters,
    sizeCalculation: ({ body }, name) => body.length + name.length,
  });
  return async (request) => {
    if (request.method !== 'GET') return send(request);
    const name = `${request.headers.get('accept')} ${request.url}`;
    const known = kept.get(name);
    if (known !== undefined) request.headers.set('if-none-match', known.etag);
    const response = await send(request);
    // Headers come from the 304, only the body from the cache.
    if (response.status === 304 && known !== undefined) {
      const headers = new Headers(response.headers);
      headers.set('content-type', known.type);
      return new Response(known.body, { status: 200, headers });
    }
    const etag = response.headers.get('etag');
    if (etag === null) return response;
    const body = await response.text();
    kept.set(name, { etag, type: response.headers.get('content-type') ?? '', body });
    return new Response(body, { status: response.status, headers: response.headers });
  };
}
