import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SourceBudget } from '@brickmarket/persistence-ports';
import { CallRefused, masked, SourceFault } from './source-fault.ts';

const TRIES = 3;
const PAUSE_MS = 500;
/** A longer wait is left to a later run. */
const MAX_WAIT_MS = 30_000;
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 20_000_000;
const EXCERPT = 200;
const BEGINNING = 65_536;

export interface SourceRequest {
  readonly url: URL;
  /** Made for each try: a signature is used once. */
  readonly headers?: () => Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  /** Limit of the unpacked body. */
  readonly maxBytes?: number;
  /** Takes the body, which is then only its beginning. */
  readonly file?: string;
  /** Reads the beginning only. */
  readonly isProbe?: boolean;
}

export interface SourceResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

export interface CallSettings {
  readonly source: string;
  readonly title: string;
  readonly secrets: Iterable<string>;
  readonly budget: SourceBudget;
  /** Before the second try; doubles. */
  readonly pauseMs?: number | undefined;
}

/** Repeats what may pass: network, 5xx and a short 429. Nothing else is tried twice. */
export async function callSource<T>(
  { source, title, secrets, budget, pauseMs = PAUSE_MS }: CallSettings,
  request: SourceRequest,
  read: (response: SourceResponse) => T | Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const charged = await budget.charge(source, 1);
    if (!charged.isGranted) throw new CallRefused(charged.because);
    await sleep(charged.waitMs);
    try {
      return await read(await exchange(title, request));
    } catch (error) {
      if (!(error instanceof SourceFault)) throw error;
      const fault = new SourceFault(error.kind, masked(error.message, secrets), error.retryAfterMs);
      const waitMs = fault.retryAfterMs ?? pauseMs * 2 ** (attempt - 1) * (1 + Math.random());
      const mayPass = fault.kind === 'unreachable' || (fault.kind === 'throttled' && fault.retryAfterMs !== null);
      if (!mayPass || attempt === TRIES || waitMs > MAX_WAIT_MS) throw fault;
      await sleep(waitMs);
    }
  }
}

async function exchange(title: string, request: SourceRequest): Promise<SourceResponse> {
  const { url, headers, timeoutMs = TIMEOUT_MS } = request;
  let response: Response;
  try {
    response = await fetch(url, {
      headers: { 'user-agent': 'brickmarket', accept: '*/*', ...headers?.() },
      // The key must not reach another host.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status >= 300 && response.status < 400 && response.status !== 304) {
      await response.body?.cancel();
      throw new SourceFault(
        'redirected',
        `${title} redirects to ${hostOf(response.headers.get('location'), url)}. ` +
          'The key was not sent there: check the address',
      );
    }
    return { status: response.status, headers: response.headers, body: await bodyOf(title, response, request) };
  } catch (error) {
    if (error instanceof SourceFault) throw error;
    const { name, message, cause } = error as Error;
    const why = name === 'TimeoutError' ? `no answer within ${timeoutMs} ms` : ((cause as Error)?.message ?? message);
    throw new SourceFault('unreachable', `${title} cannot be reached: ${why}`);
  }
}

async function bodyOf(
  title: string,
  { body, ok }: Response,
  { maxBytes = MAX_BYTES, file, isProbe }: SourceRequest,
): Promise<Buffer> {
  const handle = file === undefined || !ok ? null : await open(file, 'w', 0o600);
  const kept: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > maxBytes) throw new SourceFault('too-large', `${title} sent more than ${maxBytes} bytes`);
      await handle?.writeFile(chunk);
      if (handle === null || size - chunk.length < BEGINNING) kept.push(chunk);
      if (isProbe === true && size >= BEGINNING) break;
    }
  } finally {
    await handle?.close();
  }
  return Buffer.concat(kept);
}

function hostOf(location: string | null, base: URL): string {
  return location !== null && URL.canParse(location, base.href) ? new URL(location, base).host : 'an unknown address';
}

/** The fault that an HTTP status says. Null: none. */
export function httpFault(title: string, { status, headers, body }: SourceResponse): SourceFault | null {
  if (status < 400) return null;
  const said = `${title} answered ${status}: ${excerptOf(body)}`;
  if (status === 429) return new SourceFault('throttled', said, retryAfterMs(headers));
  if (status >= 500) return new SourceFault('unreachable', said);
  if (status === 401 || status === 402) return new SourceFault('key-refused', `${said}. Check the key`);
  if (status === 403) return new SourceFault('forbidden', `${said}. Check what the key may do`);
  return new SourceFault(status === 404 ? 'unknown-item' : 'rejected', said);
}

function retryAfterMs(headers: Headers): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null;
}

/** The beginning of a body on one line. */
export function excerptOf(body: Buffer): string {
  return body.toString('utf8', 0, EXCERPT).replaceAll(/\s+/g, ' ').trim() || 'nothing';
}

/** The JSON of a body. A page, or half of an answer, is a fault. */
export function jsonOf(title: string, { body }: SourceResponse): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new SourceFault('nonsense', `${title} sent no JSON: ${excerptOf(body)}`);
  }
}
