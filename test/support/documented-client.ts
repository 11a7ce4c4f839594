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
    const { method = 'GET', target, headers } = sent;
    const service = SERVICES.find(({ prefix }) => target.startsWith(prefix));
    if (service === undefined || UNDOCUMENTED.test(target)) return answer;
    const contract = await this.contractAt(origin, service.document, headers?.['host']);
    const path = target.slice(service.below.length);
    const faults = contract.faultsOf({ ...answer, text: answer.body, method, path });
    if (faults.length === 0) return answer;
    const heading = `${method} ${target} answers ${answer.status} against its own document:`;
    throw new Error([heading, ...faults, answer.body.slice(0, 2_000)].join('\n'));
  }

  /** The document of a service. */
  contractAt(origin: string, target: string, host?: string): Promise<DocumentedContract> {
    const known = this.contracts.get(origin + target);
    if (known !== undefined) return known;
    const read = super.exchange(origin, { target, ...(host !== undefined && { headers: { host } }) });
    const contract = read.then(({ body }) => new DocumentedContract(JSON.parse(body) as OpenapiDocument));
    this.contracts.set(origin + target, contract);
    return contract;
  }
}
