import * as fc from 'fast-check';
import { FurnishedAccount } from '../support/furnished-account.ts';
import { fuzz, FUZZED_REQUESTS, hostileInUrl, hostileText } from '../support/fuzzing.ts';

/** Any JSON that has no Infinity and no lone surrogate, or a hostile text. */
const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), hostileText, fc.constantFrom(null, [], {}, [[]], [{}], 2 ** 31));

describe('whatever is sent to the account area', () => {
  let account: FurnishedAccount;
  beforeAll(async () => {
    account = await FurnishedAccount.start();
  });
  afterAll(() => account.stop());

  it(`is answered as documented, never with 5xx, in ${FUZZED_REQUESTS} requests of its document`, async () => {
    const anyRequest = fc.constantFrom(...account.routes).chain((route) => {
      const names = Object.keys(route.query);
      const fields = account.fieldsOf(route);
      return fc.record({
        route: fc.constant(route),
        parameter: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: hostileInUrl }),
        query: fc.array(fc.tuple(fc.constantFrom(...names, 'none'), fc.option(hostileInUrl, { freq: 2 })), {
          maxLength: 3,
        }),
        field: fields.length === 0 ? fc.constant(null) : fc.option(fc.constantFrom(...fields), { freq: 4 }),
        json: value.map((one) => JSON.stringify(one)),
        type: fc.oneof(
          { weight: 9, arbitrary: fc.constant('application/json') },
          {
            weight: 1,
            arbitrary: fc.constantFrom('text/plain', 'application/octet-stream', '', 'x', 'multipart/form-data'),
          },
        ),
      });
    });
    const seen = new Set<number>();
    await fuzz('account area', anyRequest, async ({ route, parameter, query, field, json, type }) => {
      const body =
        route.method === 'GET' ? undefined : field === null ? json : account.bodyWith(route, field, () => json);
      const sent = query.map(([name, given]) => `${name}=${given ?? encodeURIComponent(route.query[name] ?? '')}`);
      const path = parameter === null ? undefined : route.template.replaceAll(/\{\w+\}/g, () => parameter);
      const { status, body: text } = await account.send(route, { path, query: sent.join('&'), body, type });
      if (status >= 500) throw new Error(`${status} ${text}`);
      seen.add(status);
    });
    expect([...seen]).toEqual(expect.arrayContaining([200, 201, 204, 400, 404]));
  });
});
