import * as fc from 'fast-check';
import { insertSet } from '../support/catalog-builders.ts';
import type { OpenapiOperation } from '../support/documented-contract.ts';
import { fuzz, FUZZED_REQUESTS, hostileInUrl, hostileText } from '../support/fuzzing.ts';
import { type CallOptions, TestApi } from '../support/test-api.ts';

const bodies = fc.oneof(
  fc.record(
    { sets: fc.array(hostileText, { maxLength: 110 }), minifigs: fc.array(hostileText, { maxLength: 5 }) },
    { requiredKeys: [] },
  ),
  fc.json().map((json) => json),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '{',
    '',
    'null',
    '[]',
    '{"sets":null}',
    '{"sets":"75192-1"}',
    '{"sets":[["1"]]}',
    '{"sets":[1e400]}',
    '{"__proto__":{"sets":["1"]}}',
    '['.repeat(30_000),
    '{"sets":["\\u0000"]}',
    '{"sets":["\\ud800"]}',
    '\ufeff{}',
  ),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  fc.constant(Buffer.from('{"sets":["\xff\xfe"]}', 'latin1')),
);
const contentType = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  '*/*',
  '',
  'application/json; charset=latin1',
);

describe('whatever is sent to the API', () => {
  let api: TestApi;
  let key: string;
  let operations: { readonly method: 'GET' | 'POST'; readonly path: string; readonly names: readonly string[] }[];

  beforeAll(async () => {
    api = await TestApi.start();
    ({ key } = await api.account());
    for (const set_number of ['75192-1', '10-1']) await insertSet(api.db, { set_number });
    operations = Object.entries((await api.documented()).document.paths).flatMap(([path, byMethod]) =>
      Object.entries(byMethod).map(([method, operation]: [string, OpenapiOperation]) => ({
        method: method.toUpperCase() as 'GET',
        path,
        names: (operation.parameters ?? [])
          .filter((parameter) => parameter.in === 'query')
          .map((parameter) => parameter.name),
      })),
    );
  });

  afterAll(() => api.stop());

  it(`is answered as documented, never with 5xx, in ${FUZZED_REQUESTS} requests of its document`, async () => {
    const anyRequest = fc.constantFrom(...operations).chain(({ method, path, names }) =>
      fc.record({
        method: fc.constant(method),
        path: fc
          .tuple(hostileInUrl, fc.boolean())
          .map(([value, known]) => path.replaceAll(/\{\w+\}/g, () => (known ? '75192-1' : value))),
        query: fc.array(
          fc.tuple(
            fc.oneof(
              { weight: 6, arbitrary: fc.constantFrom(...(names.length > 0 ? names : ['none'])) },
              { weight: 1, arbitrary: hostileInUrl },
            ),
            hostileInUrl,
          ),
          { maxLength: 3 },
        ),
        // Made for those that have one: it takes longer than all the rest of a request.
        ...(method === 'POST' && { body: bodies, type: contentType }),
        headers: fc.dictionary(
          fc.constantFrom(
            'if-none-match',
            'accept',
            'accept-encoding',
            'x-request-id',
            'x-forwarded-for',
            'range',
            'origin',
          ),
          fc.string({ unit: 'binary', maxLength: 20 }).map((value) => value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '')),
        ),
      }),
    );
    const seen = new Map<number, number>();
    await fuzz('API', anyRequest, async ({ method, path, query, body, type, headers }) => {
      const url = query.length === 0 ? path : `${path}?${query.map(([name, value]) => `${name}=${value}`).join('&')}`;
      const options: CallOptions = {
        key,
        method,
        headers: { ...headers, ...(type !== undefined && { 'content-type': type }) },
        ...(body !== undefined && { body }),
      };
      const { status, text } = await api.call(url, options);
      if (status >= 500) throw new Error(`${status} ${text}`);
      seen.set(status, (seen.get(status) ?? 0) + 1);
    });
    expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 400, 404]));
    expect(seen.get(200)).toBeGreaterThan(FUZZED_REQUESTS / 50);
  });
});
