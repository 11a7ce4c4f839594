import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** The part of the OpenAPI document that is needed to check answers. */
export interface OpenapiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenapiOperation>>>>;
  readonly components: {
    readonly headers: Readonly<Record<string, OpenapiHeader>>;
    readonly schemas: Readonly<Record<string, object>>;
  };
}

export interface OpenapiOperation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: object;
    readonly example?: unknown;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: object }>> };
  readonly responses: Readonly<Record<string, OpenapiResponse>>;
  readonly 'x-quota-cost': number | string;
}

interface OpenapiResponse {
  /** Undefined where the document describes no headers. */
  readonly headers?: Readonly<Record<string, OpenapiHeader | { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, { readonly schema: object; readonly example?: unknown }>>;
}

interface OpenapiHeader {
  readonly required: boolean;
  readonly schema: { readonly type: string };
}

interface SeenAnswer {
  readonly method: string;
  /** As the document writes paths, with the query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
}

const PROMISED = /^(x-|etag$|retry-after$|link$|www-authenticate$)/;

/** Compares answers with the OpenAPI document that the service publishes. */
export class DocumentedContract {
  private readonly ajv: Ajv2020;
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly templates: readonly { readonly path: string; readonly pattern: RegExp }[];

  constructor(readonly document: OpenapiDocument) {
    this.ajv = new Ajv2020({ strict: false, allErrors: true });
    (addFormats as unknown as (ajv: Ajv2020) => void)(this.ajv);
    this.ajv.addSchema(document, 'openapi');
    this.templates = Object.keys(document.paths)
      .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
      .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length);
  }

  /** Why the answer is not what the document promises; empty when it is. */
  faultsOf(answer: SeenAnswer): readonly string[] {
    const pointer = this.pointerTo(answer);
    if (pointer === null) return this.faultsOfUnknownRoute(answer);
    const response = this.at(pointer) as OpenapiResponse | undefined;
    if (response === undefined) return [`status ${answer.status} is not documented`];
    return [...this.headerFaults(response, answer), ...this.bodyFaults(pointer, response, answer)];
  }

  /** What is wrong with a value, by a schema of the document. */
  schemaFaults(pointer: readonly string[], value: unknown): readonly string[] {
    const parts = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')));
    const ref = `openapi#/${parts.join('/')}`;
    let validate = this.validators.get(ref);
    if (validate === undefined) {
      validate = this.ajv.compile({ $ref: ref });
      this.validators.set(ref, validate);
    }
    return validate(value)
      ? []
      : validate.errors!.map((error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`);
  }

  private faultsOfUnknownRoute({ status, method, text }: SeenAnswer): readonly string[] {
    const schema = this.errorSchema(status);
    if (schema === undefined) return [`status ${status} of a route that is not documented`];
    return method === 'HEAD' ? [] : this.schemaFaults(['components', 'schemas', schema], JSON.parse(text));
  }

  /** The schema of a refusal that comes before a route is found. */
  private errorSchema(status: number): string | undefined {
    if ('ErrorAnswer' in this.document.components.schemas) return status >= 400 ? 'ErrorAnswer' : undefined;
    return { 400: 'BadRequestError', 404: 'NotFoundError' }[status];
  }

  private pointerTo({ method, path, status }: SeenAnswer): readonly string[] | null {
    const bare = path.split(/[?#]/)[0]!;
    // Refused before a route is found and the key is checked, so the answer has no quota headers.
    if (/[^\x21-\x7e]/.test(path) || !isPercentEncodedUtf8(bare)) return null;
    const template = this.templates.find(({ pattern }) => pattern.test(bare))?.path;
    if (template === undefined || !(method.toLowerCase() in this.document.paths[template]!)) return null;
    const responses = ['paths', template, method.toLowerCase(), 'responses'];
    const isDocumented = this.at([...responses, String(status)]) !== undefined;
    return [...responses, isDocumented || status < 400 ? String(status) : 'default'];
  }

  private headerFaults(response: OpenapiResponse, { headers }: SeenAnswer): readonly string[] {
    if (response.headers === undefined) return [];
    const documented = Object.entries(response.headers).map(
      ([name, header]) =>
        [name.toLowerCase(), '$ref' in header ? this.document.components.headers[name]! : header] as const,
    );
    const names = new Set(documented.map(([name]) => name));
    const strays = Object.keys(headers).filter((name) => PROMISED.test(name) && !names.has(name));
    return [
      ...strays.map((name) => `header ${name} is not documented`),
      ...documented.flatMap(([name, header]) => {
        const value = headers[name];
        if (value === undefined) return header.required ? [`header ${name} is missing`] : [];
        const typed = header.schema.type === 'integer' ? Number(value) : String(value);
        return this.ajv.validate(header.schema, typed)
          ? []
          : [`header ${name} is ${String(value)}: ${this.ajv.errorsText()}`];
      }),
    ];
  }

  private bodyFaults(
    pointer: readonly string[],
    response: OpenapiResponse,
    { headers, text }: SeenAnswer,
  ): readonly string[] {
    if (response.content === undefined) return text === '' ? [] : ['a body where none is documented'];
    const type = String(headers['content-type']).split(';')[0]!;
    if (!(type in response.content)) return [`content type ${type} is not documented`];
    return type === 'application/json'
      ? this.schemaFaults([...pointer, 'content', type, 'schema'], JSON.parse(text))
      : [];
  }

  private at(pointer: readonly string[]): unknown {
    return pointer.reduce<unknown>(
      (node, part) => (node as Record<string, unknown> | undefined)?.[part],
      this.document,
    );
  }
}

function isPercentEncodedUtf8(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

export interface Route {
  readonly method: string;
  /** With its parameters as the router knows them: `/api/v1/set/:number`. */
  readonly path: string;
}

/** Every route that the router knows, from its printed tree. */
function routerTable(app: NestFastifyApplication): readonly Route[] {
  const routes: Route[] = [];
  const parents: string[] = [];
  for (const line of app.getHttpAdapter().getInstance().printRoutes({ commonPrefix: false }).split('\n')) {
    const match = /^(.*?)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line);
    if (!match) continue;
    const depth = match[1]!.length / 4;
    parents.length = depth;
    parents.push(match[2]!);
    for (const method of match[3]?.split(', ') ?? []) routes.push({ method, path: parents.join('') });
  }
  return routes;
}

/** Answers a file by a link of /catalog/bulk, whose form is nobody's business. */
const DOWNLOAD = '/api/v1/catalog/bulk/:link';

/** The routes of the contract. */
export function contractRoutes(app: NestFastifyApplication): readonly Route[] {
  return routerTable(app).filter(({ path }) => path.startsWith('/api/v1/') && path !== DOWNLOAD);
}
