import { DocumentedContract, type OpenapiDocument } from './documented-contract.ts';
import { type HttpAnswer, HttpClient, type HttpRequest } from './http-client.ts';

/** The services that publish a document, by the beginning of the paths that it describes. */
const SERVICES = [
  { prefix: '/api/v1/', document: '/openapi.json', below: '/api/v1' },
  { prefix: '/account/api/', document: '/account/api/openapi.json', below: '' },
];
/** Paths below these prefixes that no document describes: the account area's own document, routes of extensions. */
const UNDOCUMENTED = /^\/account\/api\/(openapi\.json|x\/)/;

/** Compares every answer of a documented path with the document that the service publishes. */
export class DocumentedClient extends HttpClient {
  private readonly contracts = new Map<string, Promise<DocumentedContract>>();

  override async exchange(origin: string, sent: HttpRequest): Promise<HttpAnswer> {
    const answer = await super.exchange(origin, sent);
    await this.compare(origin, sent, answer);
    return answer;
  }

  /** Throws when an answer is not what the document of the service promises. */
  async compare(origin: string, sent: HttpRequest, answer: Omit<HttpAnswer, 'bytes'>): Promise<void> {
    const { method = 'GET', target, headers } = sent;
    const service = SERVICES.find(({ prefix }) => target.startsWith(prefix));
    if (service === undefined || UNDOCUMENTED.test(target)) return;
    const contract = await this.contractAt(origin, service.document, headers?.['host']);
    const path = target.slice(service.below.length);
    const faults = contract.faultsOf({ ...answer, text: answer.body, method, path });
    if (faults.length === 0) return;
    const heading = `${method} ${target} answers ${answer.status} against its own document:`;
    throw new Error([heading, ...faults, answer.body.slice(0, 2_000)].join('\n'));
  }

  /** The document of a service. */
  contractAt(origin: string, target: string, host?: string): Promise<DocumentedContract> {
    const known = this.contracts.get(origin + target);
    if (known !== undefined) return known;
    const headers = { connection: 'close', ...(host !== undefined && { host }) };
    const read = super.exchange(origin, { target, headers });
    const contract = read.then(({ body }) => new DocumentedContract(JSON.parse(body) as OpenapiDocument));
    this.contracts.set(origin + target, contract);
    return contract;
  }
}

const client = new DocumentedClient(1);

/** `fetch` whose answer is compared with the document of the service. Preflights are in no document. */
export async function documentedFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, init);
  const { origin, pathname, search } = new URL(url);
  const { method = 'GET' } = init;
  if (method === 'OPTIONS') return response;
  const { status, headers } = response;
  const body = await response.clone().text();
  await client.compare(
    origin,
    { method, target: pathname + search },
    { status, headers: Object.fromEntries(headers), body },
  );
  return response;
}
