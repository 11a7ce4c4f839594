import { InvalidInputError } from '@brickmarket/domain';
import type { CheckoutChanges } from './checkout-changes.ts';

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const MAX_NAME = 30;

/** Route for a set, with module, list entry and e2e test. */
export async function newFeature(changes: CheckoutChanges, name: string): Promise<readonly string[]> {
  const { pascal, title } = namesOf(name);
  const folder = `apps/api/src/features/${name}`;
  changes.create(`${folder}/${name}.controller.ts`, controller(name, pascal, title));
  changes.create(`${folder}/${name}.module.ts`, module(name, pascal, title));
  changes.create(`${folder}/examples.generated.ts`, EXAMPLES);
  changes.create(`test/e2e/${name}.spec.ts`, spec(name));
  await listFeature(changes, 'apps/api/src/app.module.ts', name, pascal);
  return [
    `Say in ${folder}/${name}.controller.ts what it answers, field by field.`,
    'What it stores gets a port in libs/persistence-ports and a folder in libs/persistence-postgres/src.',
    'npm run openapi:examples, then npm run build; then its method in libs/client/src/brickmarket.ts.',
    'A line in apps/api/CHANGELOG.md, and a decision record where the contract leaves something open.',
    `npm run jest -- test/e2e/${name}`,
  ];
}

export function namesOf(name: string): { readonly pascal: string; readonly title: string } {
  if (!NAME.test(name) || name.length > MAX_NAME)
    throw new InvalidInputError(
      `${name} is not a valid feature name: write it like set-reviews, at most ${MAX_NAME} long`,
    );
  const words = name.split('-');
  return {
    pascal: words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join(''),
    title: words.join(' ').replace(/^./, (letter) => letter.toUpperCase()),
  };
}

export async function listFeature(changes: CheckoutChanges, app: string, name: string, pascal: string): Promise<void> {
  await changes.insert(app, `import { ${pascal}Module } from './features/${name}/${name}.module.ts';`, {
    afterLast: /^import .*'\.\/features\//,
  });
  await changes.insert(app, `  ${pascal}Module,`, { begin: /^export const FEATURES/, end: /^\]/ });
}

const EXAMPLES = `// Written by "npm run openapi:examples". Not to be edited.
import type { ExampleAnswer } from '../../openapi/decorators.ts';

/** What the demo market answers, by operation. */
export const EXAMPLES: Readonly<Record<string, ExampleAnswer>> = {};
`;

function controller(name: string, pascal: string, title: string): string {
  return `import { NotFoundError } from '@brickmarket/domain';
import { SetCatalog, type SetRecord } from '@brickmarket/persistence-ports';
import { Controller, Get, Inject, Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { QuotaCost } from '../../access/admission.guard.ts';
import { Admitted, type AdmittedRequest } from '../../access/admission.ts';
import { CachedDocuments, DocumentCache, readByNumber } from '../../caching/document-cache.ts';
import { API_CONFIG, type ApiConfig } from '../../config/config.ts';
import { JsonDocument } from '../../fast-path/json-bytes.ts';
import { V1 } from '../../http/contract.ts';
import { ItemNumber, SET_NUMBER } from '../../http/parameters.ts';
import { ContractRoute } from '../../openapi/decorators.ts';

export class ${pascal}Response {
  @ApiProperty()
  set_number!: string;

  @ApiProperty()
  title!: string;
}

/** By set number, from memory while the catalog is the same. */
@Injectable()
export class ${pascal}Documents extends CachedDocuments<SetRecord> {
  constructor(
    catalog: SetCatalog,
    memory: DocumentCache,
    @Inject(API_CONFIG) { answerTimeoutMs }: Pick<ApiConfig, 'answerTimeoutMs'>,
  ) {
    super({
      memory,
      dependsOn: ['catalog'],
      maxWaitMs: answerTimeoutMs,
      readAll: (asked) => readByNumber(asked, (numbers) => catalog.findByNumbers(numbers)),
      present: (record) => JsonDocument.of(present${pascal}(record)),
    });
  }
}

function present${pascal}({ set }: SetRecord): ${pascal}Response {
  return { set_number: set.setNumber, title: set.title };
}

@Controller(\`\${V1}/${name}\`)
export class ${pascal}Controller {
  constructor(private readonly documents: ${pascal}Documents) {}

  @Get(':number')
  @QuotaCost(1)
  @ContractRoute({
    summary: '${title} of a set',
    description: 'The answer carries the canonical set number.',
    data: ${pascal}Response,
    scope: 'shared',
    notFound: 'No set has this number.',
    path: { number: SET_NUMBER },
  })
  async get${pascal}(
    @ItemNumber() number: string,
    @Admitted() request: AdmittedRequest,
  ): Promise<JsonDocument> {
    const document = await this.documents.find(number, request);
    if (document === null) throw new NotFoundError(\`set \${number} not found\`);
    return document;
  }
}
`;
}

function module(name: string, pascal: string, title: string): string {
  return `import { type ExampleRequest, Feature } from '../../openapi/decorators.ts';
import { EXAMPLES } from './examples.generated.ts';
import { ${pascal}Controller, ${pascal}Documents } from './${name}.controller.ts';

/** The example request of each route. */
export const REQUESTS: readonly ExampleRequest[] = [
  { operationId: 'get${pascal}', path: '/${name}/{number}', parameters: { number: '75328-1' } },
];

@Feature({
  chapter: { name: '${title}', description: '${title}, set by set.' },
  examples: EXAMPLES,
  controllers: [${pascal}Controller],
  providers: [${pascal}Documents],
})
export class ${pascal}Module {}
`;
}

function spec(name: string): string {
  return `import { insertSet } from '../support/catalog-builders.ts';
import { TestApi } from '../support/test-api.ts';

describe('GET /${name}/{number}', () => {
  let api: TestApi;
  let key: string;

  beforeAll(async () => {
    api = await TestApi.start();
    ({ key } = await api.account());
    await insertSet(api.db, { set_number: '1-1', title: 'Castle' });
  });

  afterAll(() => api.stop());

  it('answers for a set, also when the suffix of its number is left out', async () => {
    expect(await api.data('/${name}/1-1', key)).toEqual({ set_number: '1-1', title: 'Castle' });
    expect(await api.data('/${name}/1', key)).toEqual({ set_number: '1-1', title: 'Castle' });
  });

  it('answers 404 for a set that nobody knows, and 401 without a key', async () => {
    expect((await api.call('/${name}/2-1', { key })).status).toBe(404);
    expect((await api.call('/${name}/1-1')).status).toBe(401);
  });
});
`;
}
