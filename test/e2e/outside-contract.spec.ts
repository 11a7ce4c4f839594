import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import { insertSet } from '../support/catalog-builders.ts';
import { TestApi } from '../support/test-api.ts';

describe('what the service shows outside of the contract', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await TestApi.start();
    for (let theme = 0; theme < 100; theme++) await insertSet(api.db, { set_number: `${theme}-1`, theme: `Theme ${theme}` });
  });

  afterAll(() => api.stop());

  it.each(['/', '/docs', '/methodology'])('answers %s as a page that may load nothing from elsewhere and stand in no frame', async (path) => {
    const answer = await api.callAbsolute(path);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self';");
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer' });
    expect(answer.text).not.toMatch(/(src|href)="(https?:)?\/\//);
  });

  it('prints the address by which it was reached, but nothing that is no address', async () => {
    expect((await api.callAbsolute('/', { headers: { host: 'api.example:8443' } })).text).toContain('http://api.example:8443<wbr>/api/v1/catalog/themes');
    for (const host of ['"><script>', 'a b', 'x/y']) expect((await api.callAbsolute('/', { headers: { host } })).text).toContain('{base_url}<wbr>/api/v1/catalog/themes');
  });

  it('packs an answer for a client that asks for it, where it is worth it', async () => {
    const { key } = await api.account();
    const plain = await api.data('/catalog/themes', key);
    const large = (await api.callAbsolute('/openapi.json')).text;
    expect(large.length).toBeGreaterThan(150_000);
    for (const [encoding, unpack] of [['gzip', gunzipSync], ['br', brotliDecompressSync]] as const) {
      const packedLarge = await api.app.inject({ url: '/openapi.json', headers: { 'accept-encoding': encoding } });
      expect(packedLarge.headers['content-encoding']).toBe(encoding);
      expect(unpack(packedLarge.rawPayload).toString()).toBe(large);
      const packed = await api.app.inject({ url: '/api/v1/catalog/themes', headers: { authorization: `Bearer ${key}`, 'accept-encoding': encoding } });
      expect(packed.headers['content-encoding']).toBe(encoding);
      expect(packed.headers['vary']).toMatch(/accept-encoding/i);
      expect(JSON.parse(unpack(packed.rawPayload).toString())).toMatchObject({ data: plain });
    }
    const small = await api.app.inject({ url: '/api/v1/set/1-1/retail-prices', headers: { authorization: `Bearer ${key}`, 'accept-encoding': 'br, gzip' } });
    expect(small.headers['content-encoding']).toBeUndefined();
  });
});
