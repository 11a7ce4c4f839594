import * as fc from 'fast-check';
import { insertSet } from '../support/catalog-builders.ts';
import type { OpenapiOperation } from '../support/documented-contract.ts';
import { type CallOptions, TestApi } from '../support/test-api.ts';
import { sized } from '../support/lane.ts';

const REQUESTS = sized({ quick: 500, full: 10_000 });
const AT_ONCE = 50;

const NASTY = [
  '',
  ' ',
  '%',
  '%00',
  '%ff%fe',
  '%C3%28',
  '\u0000',
  '\uD800',
  '../../etc/passwd',
  "' OR 1=1 --",
  '"; DROP TABLE x; --',
  '$1',
  '\\',
  '%25%27',
  '_',
  '*',
  '{}',
  '[]',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '-1',
  '0',
  '1e9',
  '0x10',
  '1.5',
  '+1',
  '2147483647',
  '2147483648',
  '9223372036854775808',
  '9'.repeat(400),
  'a'.repeat(5_000),
  '75192-1',
  '75192',
  '１２３',
  'é',
  'e\u0301',
  '🧱',
  '\u202Etxt',
  'İ',
  'ß',
  '__proto__',
  'constructor',
  'toString',
  '30m',
  '7d',
  '999999999999d',
  '0d',
  '2026-11-15T03:00:00Z',
  '2026-02-30T00:00:00Z',
  '275760-09-13T00:00:00.001Z',
  '-271821-04-19T23:59:59Z',
  '2026-11-15',
  'B000000001',
  '0673419267359',
  ',',
  ',,',
  'a,b',
  'sealed',
  'used',
  '1y',
  '30d',
  '<script>',
  '\r\nX: y',
];
const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NASTY) },
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.integer().map(String),
  fc.string({ maxLength: 120 }),
);
/** The bytes of a text as they may stand in a request line: control characters and spaces would end it. */
const rawInUrl = (value: string): string =>
  Buffer.from(value)
    .toString('latin1')
    .replaceAll(/[^\x21-\x7e\x80-\xff]/g, encodeURIComponent);
/** As a client would encode it, or as it comes: with `#`, `?`, `/`, odd percent-encoding and bytes above 0x7f. */
const inUrl = fc.tuple(text, fc.boolean()).map(([value, encoded]) => {
  if (!encoded) return rawInUrl(value);
  return value.isWellFormed() ? encodeURIComponent(value) : '%ED%A0%80';
});
const bodies = fc.oneof(
  fc.record(
    { sets: fc.array(text, { maxLength: 110 }), minifigs: fc.array(text, { maxLength: 5 }) },
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

describe('whatever is sent', () => {
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

  it(`is answered as documented, never with 5xx, in ${REQUESTS} requests of documented and odd input`, async () => {
    const anyRequest = fc.constantFrom(...operations).chain(({ method, path, names }) =>
      fc.record({
        method: fc.constant(method),
        path: fc
          .tuple(inUrl, fc.boolean())
          .map(([value, known]) => path.replaceAll(/\{\w+\}/g, () => (known ? '75192-1' : value))),
        query: fc.array(
          fc.tuple(
            fc.oneof(
              { weight: 6, arbitrary: fc.constantFrom(...(names.length > 0 ? names : ['none'])) },
              { weight: 1, arbitrary: inUrl },
            ),
            inUrl,
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
    for (let sent = 0, seed = 1; sent < REQUESTS; sent += AT_ONCE, seed++) {
      const requests = fc.sample(anyRequest, { numRuns: AT_ONCE, seed });
      await Promise.all(
        requests.map(async ({ method, path, query, body, type, headers }) => {
          const url =
            query.length === 0 ? path : `${path}?${query.map(([name, value]) => `${name}=${value}`).join('&')}`;
          const options: CallOptions = {
            key,
            method,
            headers: { ...headers, ...(type !== undefined && { 'content-type': type }) },
            ...(body !== undefined && { body }),
          };
          const { status, text: answer } = await api.call(url, options);
          if (status >= 500) throw new Error(`${method} ${url} ${JSON.stringify(options.body)}: ${status} ${answer}`);
          seen.set(status, (seen.get(status) ?? 0) + 1);
        }),
      );
    }
    expect([...seen.keys()].toSorted((a, b) => a - b)).toEqual(expect.arrayContaining([200, 400, 404]));
    expect(seen.get(200)).toBeGreaterThan(REQUESTS / 50);
  });
});
