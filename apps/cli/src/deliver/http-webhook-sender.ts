import type { IncomingMessage } from 'node:http';
import { type OutgoingWebhook, type WebhookAnswer, WebhookSender } from '@brickmarket/operations';
import { endpointUrlFault, type WebhookTargets } from '@brickmarket/alerts';
import { GuardedRequests, NO_ADDRESS } from '@brickmarket/service-runtime/guarded-requests';

const TIMEOUT_MS = 10_000;
const EXCERPT_BYTES = 65_536;

export interface SenderOptions {
  readonly targets: WebhookTargets;
  readonly nameServers?: readonly string[];
  readonly timeoutMs?: number;
}

/** Reads only the start of responses. */
export class HttpWebhookSender extends WebhookSender {
  readonly #requests: GuardedRequests;

  constructor(private readonly options: SenderOptions) {
    super();
    this.#requests = new GuardedRequests(options.targets, options.nameServers);
  }

  async send({ url, headers, body }: OutgoingWebhook): Promise<WebhookAnswer> {
    // The operator's allowance may have been narrowed since.
    const fault = endpointUrlFault(url, this.options.targets);
    if (fault !== null) return failure(fault);
    // Covers lookup, connecting, sending and reading.
    const signal = AbortSignal.timeout(this.options.timeoutMs ?? TIMEOUT_MS);
    try {
      const options = {
        method: 'POST',
        signal,
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Brickmarket-Webhooks/1',
        },
      };
      const response = await this.#requests.send(url, options, body);
      const excerpt = await beginning(response);
      return {
        status: response.statusCode!,
        retryAfter: response.headers['retry-after'] ?? null,
        error: null,
        excerpt,
      };
    } catch (error) {
      if (signal.aborted) return failure(`no answer within ${TIMEOUT_MS / 1_000} seconds`);
      return failure(faultOf(error as NodeJS.ErrnoException));
    }
  }
}

/** Excludes addresses. Node's errors have a code; the filter's, which names them, has none. */
function faultOf({ code, syscall = 'connect', message, ...details }: NodeJS.ErrnoException): string {
  if (code === undefined) return NO_ADDRESS;
  return 'address' in details || message === '' ? `${syscall} ${code}` : message;
}

function failure(error: string): WebhookAnswer {
  return { status: null, retryAfter: null, error, excerpt: null };
}

/** Closes the connection after the first bytes. */
async function beginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= EXCERPT_BYTES) break;
  }
  response.destroy();
  // PostgreSQL stores no NUL in texts.
  return Buffer.concat(chunks).subarray(0, EXCERPT_BYTES).toString('utf8').replaceAll('\0', '\uFFFD');
}
