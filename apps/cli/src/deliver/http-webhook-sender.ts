import { Resolver } from 'node:dns/promises';
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { callbackify } from 'node:util';
import { type OutgoingWebhook, type WebhookAnswer, WebhookSender } from '@brickmarket/operations';
import { ALLOWED_NETWORKS, endpointUrlFault, type WebhookTargets } from '@brickmarket/alerts';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';

const TIMEOUT_MS = 10_000;
const EXCERPT_BYTES = 65_536;
const DNS_TIMEOUT_MS = 2_000;
/** Same text for all rejected names: it must not reveal internal names or addresses. */
const NO_ADDRESS = 'the host has no address that this service sends to: check that its name leads to a public address';

type Lookup = (
  hostname: string,
  options: { readonly all?: boolean; readonly family?: number | string },
  done: (error: Error | null, address?: string | readonly LookedUp[], family?: number) => void,
) => void;

interface LookedUp {
  readonly address: string;
  readonly family: 4 | 6;
}

export interface SenderOptions {
  readonly targets: WebhookTargets;
  readonly nameServers?: readonly string[];
  readonly timeoutMs?: number;
}

/** Checks addresses when connecting, against DNS rebinding. Follows no redirects, reads only the start. */
export class HttpWebhookSender extends WebhookSender {
  readonly #agents: { readonly http: RequestFilteringHttpAgent; readonly https: RequestFilteringHttpsAgent };

  constructor(private readonly options: SenderOptions) {
    super();
    const { targets, nameServers = [] } = options;
    const allowed = ALLOWED_NETWORKS[targets];
    const settings = {
      allowIPAddressList: [...allowed],
      lookup: lookupAt(nameServers) as never,
      // The lists are IPv4 only.
      ...(allowed.length > 0 && { family: 4 }),
    };
    this.#agents = { http: new RequestFilteringHttpAgent(settings), https: new RequestFilteringHttpsAgent(settings) };
  }

  async send({ url, headers, body }: OutgoingWebhook): Promise<WebhookAnswer> {
    // The operator's allowance may have been narrowed since.
    const fault = endpointUrlFault(url, this.options.targets);
    if (fault !== null) return failure(fault);
    // Covers lookup, connecting, sending and reading.
    const signal = AbortSignal.timeout(this.options.timeoutMs ?? TIMEOUT_MS);
    try {
      const response = await this.#exchange(url, headers, body, signal);
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

  #exchange(
    url: string,
    headers: OutgoingWebhook['headers'],
    body: string,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const isHttps = new URL(url).protocol === 'https:';
    return new Promise((resolve, reject) => {
      const request: ClientRequest = (isHttps ? httpsRequest : httpRequest)(url, {
        method: 'POST',
        agent: isHttps ? this.#agents.https : this.#agents.http,
        signal,
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Brickmarket-Webhooks/1',
        },
      });
      request.once('response', resolve);
      request.once('error', reject);
      request.end(body);
    });
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

/** Avoids Node's lookup threads: a few silent name servers would block every other delivery. */
function lookupAt(nameServers: readonly string[]): Lookup {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 });
  if (nameServers.length > 0) resolver.setServers(nameServers);
  const resolve = async (hostname: string, family: number | string | undefined): Promise<readonly LookedUp[]> => {
    if (hostname === 'localhost') return [{ address: '127.0.0.1', family: 4 }];
    const [four, six] = await Promise.allSettled([
      resolver.resolve4(hostname),
      family === 4 ? Promise.resolve([]) : resolver.resolve6(hostname),
    ]);
    const found: LookedUp[] = [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 as const })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 as const })) : []),
    ];
    if (found.length === 0) throw new Error(NO_ADDRESS);
    return found;
  };
  const lookUp = callbackify(resolve);
  return (hostname, { all, family }, done) =>
    lookUp(hostname, family, (error, found) => {
      if (error !== null) done(error);
      else if (all === true) done(null, found);
      else done(null, found[0]!.address, found[0]!.family);
    });
}
