import { LRUCache } from 'lru-cache';
import { retryAfterMs } from './answer.ts';
import { errorOf, NetworkError, TimeoutError } from './errors.ts';

/** How hard to try. */
export interface Patience {
  /** How often a call is sent again after a 5xx or without an answer. */
  readonly retries: number;
  /** The pause before the first repetition in milliseconds; it doubles from one to the next, with chance in it. */
  readonly backoffMs: number;
  /** The longest a 429 is waited for, in milliseconds; 0 means not at all. */
  readonly maxQuotaWaitMs: number;
  /** The longest one try may take, the body included, in milliseconds. */
  readonly timeoutMs: number;
}

/** Sends a request. */
export type Send = (request: Request) => Promise<Response>;

const LONGEST_PAUSE_MS = 30_000;

/** Repeats what may succeed the next time. Every call of this API only reads, so repeating is safe. */
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

/** With its whole body, so that the time limit covers it and a connection lost half-way is tried again too. */
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

interface KeptAnswer {
  readonly etag: string;
  readonly type: string;
  readonly body: string;
}

/** Keeps answers that carry an ETag, up to so many characters, and sends only for what has changed since. */
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
    // What came with the 304, the request's id and the allowance, is of now; only the body is of then.
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
