import { Resolver } from 'node:dns/promises';
import { type IncomingMessage, request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { callbackify } from 'node:util';
import { ALLOWED_NETWORKS, type WebhookTargets } from '@brickmarket/alerts';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';

const DNS_TIMEOUT_MS = 2_000;
/** Same text for all rejected names: it must not reveal internal names or addresses. */
export const NO_ADDRESS =
  'the host has no address that this service sends to: check that its name leads to a public address';

type Lookup = (
  hostname: string,
  options: { readonly all?: boolean; readonly family?: number | string },
  done: (error: Error | null, address?: string | readonly LookedUp[], family?: number) => void,
) => void;

interface LookedUp {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Requests to addresses of others. Checks them when connecting, against DNS rebinding; follows no redirects. */
export class GuardedRequests {
  readonly #http: RequestFilteringHttpAgent;
  readonly #https: RequestFilteringHttpsAgent;

  constructor(targets: WebhookTargets, nameServers: readonly string[] = []) {
    const allowed = ALLOWED_NETWORKS[targets];
    const settings = {
      allowIPAddressList: [...allowed],
      lookup: lookupAt(nameServers) as never,
      // The lists are IPv4 only.
      ...(allowed.length > 0 && { family: 4 }),
    };
    this.#http = new RequestFilteringHttpAgent(settings);
    this.#https = new RequestFilteringHttpsAgent(settings);
  }

  /** The response with its body still to be read. */
  send(url: string, options: RequestOptions, body = ''): Promise<IncomingMessage> {
    const isHttps = new URL(url).protocol === 'https:';
    const agent = isHttps ? this.#https : this.#http;
    return new Promise((resolve, reject) => {
      const request = (isHttps ? httpsRequest : httpRequest)(url, { ...options, agent });
      request.once('response', resolve);
      request.once('error', reject);
      request.end(body);
    });
  }
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
