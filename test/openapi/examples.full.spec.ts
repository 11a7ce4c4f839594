import { createHash } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DEMO_EMAIL } from '@brickmarket/demo-market';
import { ImportFolder } from '../support/import-folder.ts';
import { moveClock } from '../support/move-clock.ts';
import { runCli } from '../support/run-cli.ts';
import { makeTestSnapshots } from '../support/test-snapshots.ts';
import { TestApi } from '../support/test-api.ts';

/** As a feature of the API lists them in its module. */
interface ExampleRequest {
  readonly operationId: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly body?: object;
}

const FEATURES_FOLDER = 'apps/api/src/features';
/** The example requests of every feature, by its folder. Found by file name: a new feature needs no change here. */
const REQUESTS_BY_FOLDER: readonly (readonly [string, readonly ExampleRequest[]])[] = readdirSync(FEATURES_FOLDER)
  .map((name) => [join(FEATURES_FOLDER, name), `${name}.module.ts`] as const)
  .flatMap(([folder, file]) => {
    const module = jest.requireActual<{ REQUESTS?: readonly ExampleRequest[] }>(resolve(folder, file));
    return module.REQUESTS === undefined ? [] : [[folder, module.REQUESTS] as const];
  });
const EXAMPLE_REQUESTS = REQUESTS_BY_FOLDER.flatMap(([, requests]) => requests);
const EXAMPLE_MARKET = { asOf: '2026-11-01T12:00:00Z', sets: 60, years: 1 };
/** A cursor names the database that it is of. */
const EXAMPLE_CURSOR = Buffer.from('1:0123456789:3.2.5.20758').toString('base64url');
const EXAMPLE_BYTES = 20_480;
const LONGEST_LIST = 3;
const META = {
  request_id: '4f7c1f0e-8f0b-4c8e-9c55-3a2f6d1b7e90',
  api_version: '1',
  rate_limit: { limit: 1000, remaining: 999, reset: '2026-11-02T00:00:00.000Z' },
};

/** Path and query of the request. */
function urlOf({ path, parameters }: ExampleRequest): string {
  const inPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameters[name])));
  const query = Object.entries(parameters).filter(([name]) => !path.includes(`{${name}}`));
  const pairs = query.map(([name, value]): [string, string] => [name, String(value)]);
  return query.length === 0 ? inPath : `${inPath}?${new URLSearchParams(pairs).toString()}`;
}

/** What differs from run to run is made one, long lists are cut. */
function asExample(value: unknown, name = ''): unknown {
  if (name === 'cursor') return EXAMPLE_CURSOR;
  if (name === 'download_url') return '/api/v1/catalog/bulk/UZ3kXyPGrB1qv0nT8mJdA2hLs7WfEo5c';
  if (name === 'sha256') return createHash('sha256').update('an example').digest('hex');
  if (name === 'bytes') return EXAMPLE_BYTES;
  if (name === 'created_at') return EXAMPLE_MARKET.asOf.replace('Z', '.000Z');
  if (Array.isArray(value)) return value.slice(0, LONGEST_LIST).map((item) => asExample(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asExample(inner, key)]));
}

function generatedModule(examples: object): string {
  return `// Written by "npm run openapi:examples". Not to be edited.
import type { ExampleAnswer } from '../../openapi/decorators.ts';

/** What the demo market answers, by operation. */
export const EXAMPLES: Readonly<Record<string, ExampleAnswer>> = ${JSON.stringify(examples, null, 2)};
`;
}

/** The names in an answer, at every depth. */
function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [formOf(value[0])];
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, formOf(inner)]));
}

describe('the examples of the document', () => {
  const snapshotFolder = new ImportFolder();
  let api: TestApi;
  let key: string;

  beforeAll(async () => {
    api = await TestApi.start({ SNAPSHOT_FOLDER: snapshotFolder.path });
    const { asOf, sets, years } = EXAMPLE_MARKET;
    const loaded = await runCli(
      ['demo', 'load', '--sets', String(sets), '--years', String(years), '--as-of', asOf, '--json'],
      { DATABASE_URL: api.databaseUrl },
    );
    if (loaded.code !== 0) throw new Error(loaded.stderr);
    await moveClock(api.db, asOf);
    await makeTestSnapshots(api.databaseUrl, snapshotFolder.path, new Date(asOf));
    const account = await api.db.query<{ id: number }>('SELECT id FROM access.account WHERE email = $1', [DEMO_EMAIL]);
    ({ key } = await api.key(account.rows[0]!.id));
  });

  afterAll(() => api.stop());

  const ask = (request: ExampleRequest): Promise<unknown> =>
    api.data(urlOf(request), key, request.body && { method: 'POST', body: request.body });

  async function writeExamples(): Promise<void> {
    for (const [folder, requests] of REQUESTS_BY_FOLDER) {
      const examples: Record<string, object> = {};
      for (const request of requests) {
        const { operationId, parameters, body } = request;
        examples[operationId] = {
          parameters,
          ...(body && { body }),
          answer: { data: asExample(await ask(request)), meta: META },
        };
      }
      writeFileSync(join(folder, 'examples.generated.ts'), generatedModule(examples));
    }
  }

  if (process.env['WRITE_EXAMPLES']) {
    it('are written again', writeExamples);
    return;
  }

  // Only the property names are compared: the numbers change with the valuation model, until
  // `npm run openapi:examples` writes them again.
  it.each(EXAMPLE_REQUESTS.map((request) => [request.operationId, request] as const))(
    'of %s is what the demo market answers',
    async (operationId, request) => {
      const { document } = await api.documented();
      const operation = Object.values(document.paths[request.path]!).find((one) => one.operationId === operationId)!;
      const example = operation.responses['200']!.content!['application/json']!.example as { data: unknown };
      expect(formOf(asExample(await ask(request)))).toEqual(formOf(example.data));
      for (const [name, value] of Object.entries(request.parameters))
        expect(operation.parameters!.find((parameter) => parameter.name === name)!.example).toBe(value);
    },
  );
});
