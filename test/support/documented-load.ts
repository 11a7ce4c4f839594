import type { DocumentedContract, OpenapiDocument } from './documented-contract.ts';
import { SteadyLoad } from './steady-load.ts';

const CLIENTS = 4;

interface DocumentedRequest {
  readonly method: string;
  /** Below `/api/v1`, with the query. */
  readonly path: string;
  readonly body?: object;
}

/**
 * Clients that send the example requests of a service's document in turn, and compare every answer with the document.
 */
export class DocumentedLoad {
  private readonly load: SteadyLoad;
  private readonly requests: readonly DocumentedRequest[];
  private readonly base: string;
  private asked = 0;

  constructor(
    url: string,
    key: string,
    private readonly contract: DocumentedContract,
  ) {
    this.base = `${url}/api/v1`;
    this.requests = examplesOf(contract.document);
    this.load = new SteadyLoad(CLIENTS, () => {
      const { path, body } = this.requests[this.asked++ % this.requests.length]!;
      return { url: this.base + path, key, ...(body && { body }) };
    });
  }

  /** Resolves when every route has been requested once more. */
  async everyRoute(): Promise<void> {
    for (const enough = this.asked + this.requests.length + CLIENTS; this.asked < enough;)
      await this.load.untilAnswered();
  }

  /** Stops the load; returns the faults of all answers. */
  async faults(): Promise<readonly string[]> {
    return (await this.load.stop()).flatMap(({ url, status, headers, body }) => {
      const path = url.slice(this.base.length);
      const { method } = this.requests.find((request) => request.path === path)!;
      return status === 200
        ? this.contract.faultsOf({ method, path, status, headers, text: body })
        : [`${path}: ${status} ${body}`];
    });
  }
}

function examplesOf({ paths }: OpenapiDocument): readonly DocumentedRequest[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => {
      const examples = parameters.filter(({ example }) => example !== undefined);
      const inPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(String(examples.find((one) => one.name === name)!.example)),
      );
      const query = new URLSearchParams(
        examples.filter((one) => one.in === 'query').map((one): [string, string] => [one.name, String(one.example)]),
      );
      const body = requestBody?.content['application/json']!.example;
      return {
        method: method.toUpperCase(),
        path: query.size === 0 ? inPath : `${inPath}?${query.toString()}`,
        ...(body && { body }),
      };
    }),
  );
}
