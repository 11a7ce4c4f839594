import { spawnSync } from 'node:child_process';
import { ApiProcess } from '../support/api-process.ts';
import { type DocumentedContract, contractRoutes } from '../support/documented-contract.ts';
import { TestApi } from '../support/test-api.ts';

describe('GET /openapi.json', () => {
  let api: TestApi;
  let text: string;
  let contract: DocumentedContract;

  beforeAll(async () => {
    api = await TestApi.start();
    text = (await api.callAbsolute('/openapi.json')).text;
    contract = await api.documented();
  });

  afterAll(() => api.stop());

  const operations = () =>
    Object.entries(contract.document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
    );

  it('is answered as JSON to anybody, without a key', async () => {
    const answer = await api.callAbsolute('/openapi.json');
    expect([answer.status, answer.headers!['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(answer.json()).toMatchObject({ openapi: '3.1.1', servers: [{ url: '/api/v1' }] });
  });

  it('is the same of the built service: a bundle that renames classes would rename schemas', async () => {
    const built = await ApiProcess.start(api.databaseUrl);
    const served = await fetch(`${built.url}/openapi.json`);
    expect(await served.text()).toBe(text);
    await built.stop();
  });

  it('passes a strict linter as OpenAPI 3.1', () => {
    const linted = spawnSync(process.execPath, ['test/openapi/lint-document.mjs'], { input: text, encoding: 'utf8' });
    expect([linted.status, linted.stdout, linted.stderr]).toEqual([0, '', '']);
  });

  it('leaves nothing to be filled in, and says whose it is and under which terms', async () => {
    expect(text).not.toContain('{base_url}');
    const { info } = JSON.parse(text) as { info: object };
    expect(info).toMatchObject({
      license: { name: expect.stringContaining('Proprietary'), identifier: 'LicenseRef-Proprietary' },
      contact: { name: 'The operator of this service' },
    });
    expect(info).not.toHaveProperty('contact.email');
    const named = await TestApi.start({ CONTACT_EMAIL: 'help@bricks.example' });
    const served = (await named.callAbsolute('/openapi.json')).json<{ info: object }>();
    await named.stop();
    expect(served.info).toHaveProperty('contact.email', 'help@bricks.example');
  });

  it.each([
    [{}, false],
    [{ sets: [] }, false],
    [{ sets: [], minifigs: [] }, false],
    [{ sets: ['1-1'], other: [] }, false],
    [{ sets: [''] }, false],
    [{ sets: ['1-1'] }, true],
    [{ minifigs: ['fig-1'] }, true],
    [{ sets: [], minifigs: ['fig-1'] }, true],
    [{ sets: ['1-1'], minifigs: [] }, true],
  ])('says of the batch %j whether it is one, as the service does: %s', async (body, isBatch) => {
    const schema = ['paths', '/catalog/batch', 'post', 'requestBody', 'content', 'application/json', 'schema'];
    expect(contract.schemaFaults(schema, body).length === 0).toBe(isBatch);
    const { key } = await api.account();
    expect((await api.call('/catalog/batch', { key, method: 'POST', body })).status).toBe(isBatch ? 200 : 400);
  });

  it('says that a price at or above list is a discount of 0', () => {
    expect(contract.document.components.schemas['RetailerSummary']).toHaveProperty(
      'properties.discount_percent.description',
      expect.stringContaining('0 at or above list'),
    );
  });

  it('describes every route that the router serves, and no other', () => {
    const served = contractRoutes(api.app).map(
      ({ method, path }) => `${method} ${path.replace('/api/v1', '').replaceAll(/:(\w+)/g, '{$1}')}`,
    );
    expect(
      operations()
        .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
        .toSorted(),
    ).toEqual(served.toSorted());
  });

  it('says of every route what it costs, how it fails and with which headers, and what it takes', () => {
    for (const { path, operation } of operations()) {
      expect([path, operation['x-quota-cost']]).toEqual([path, path === '/catalog/batch' ? '1 per different item' : 1]);
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining(['200', '400', '401', '403', '429', '500', '503']),
      );
      for (const [status, response] of Object.entries(operation.responses)) {
        expect(Object.keys(response.headers!)).toEqual(expect.arrayContaining(['X-Request-Id', 'X-API-Version']));
        if (!['401', '403', '500', '503'].includes(status))
          expect(Object.keys(response.headers!)).toEqual(
            expect.arrayContaining(['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']),
          );
        if (['429', '503'].includes(status)) expect(Object.keys(response.headers!)).toContain('Retry-After');
      }
    }
  });

  it('has an example for every route, which fits its schema', () => {
    for (const { path, method, operation } of operations()) {
      const { example } = operation.responses['200']!.content!['application/json']!;
      expect([path, example === undefined]).toEqual([path, false]);
      const schema = ['paths', path, method, 'responses', '200', 'content', 'application/json', 'schema'];
      expect([path, contract.schemaFaults(schema, example)]).toEqual([path, []]);
    }
  });

  it('leaves no object open and says nothing in the words of OpenAPI 3.0', () => {
    const visit = (node: unknown, at: string): void => {
      if (typeof node !== 'object' || node === null) return;
      const schema = node as Record<string, unknown>;
      if (schema['type'] === 'object') expect([at, schema['additionalProperties']]).toEqual([at, false]);
      expect([at, 'nullable' in schema]).toEqual([at, false]);
      for (const [key, value] of Object.entries(schema)) if (key !== 'example') visit(value, `${at}/${key}`);
    };
    visit(contract.document, '');
  });
});
