import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import { insertSet } from '../support/catalog-builders.ts';
import { TestApi } from '../support/test-api.ts';

describe('what the service shows outside of the contract', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await TestApi.start();
  });

  afterAll(() => api.stop());

  it.each(['/', '/docs', '/methodology', '/status'])(
    'answers %s as a page that may load nothing from elsewhere and stand in no frame',
    async (path) => {
      const answer = await api.callAbsolute(path);
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self';");
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      });
      expect(answer.text).not.toMatch(/(src|href)="(https?:)?\/\//);
    },
  );

  it.each(['/', '/docs', '/docs/reference.js', '/methodology', '/status', '/livez', '/readyz', '/openapi.json'])(
    'answers HEAD %s as GET, without the body',
    async (path) => {
      const [head, get] = [await api.callAbsolute(path, { method: 'HEAD' }), await api.callAbsolute(path)];
      expect([head.status, head.text]).toEqual([200, '']);
      const shown = ({ headers }: typeof get) => ({ ...headers, date: null, 'x-request-id': null });
      expect(shown(head)).toEqual(shown(get));
    },
  );

  it.each([
    '/',
    '/docs',
    '/docs/start.js',
    '/docs/reference.js',
    '/methodology',
    '/livez',
    '/openapi.json',
    '/no/route',
  ])('lets a cache keep %s for one client only, and ask each time', async (path) => {
    const { headers } = await api.callAbsolute(path);
    expect([headers['cache-control'], headers['vary']]).toEqual([
      'private, no-cache',
      expect.stringMatching(/^authorization, accept-encoding(, accept)?$/),
    ]);
  });

  it('tells every route of the contract in the text of /docs, before any script has arrived', async () => {
    const { paths } = JSON.parse((await api.callAbsolute('/openapi.json')).text) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const [text] = (await api.callAbsolute('/docs')).text.split('<script');
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `<code>${method.toUpperCase()} ${path}</code>`),
    );
    expect(routes.length).toBeGreaterThan(10);
    expect(routes.filter((route) => !text!.includes(route))).toEqual([]);
  });

  it('has the pictures of its front page, and no others', async () => {
    const sources = (await api.callAbsolute('/')).text.match(/(?<=src(set)?=")\/pictures\/[^"]+/g)!;
    expect(new Set(sources).size).toBe(6);
    for (const source of sources) {
      const { status, headers } = await api.callAbsolute(source);
      expect([status, headers['content-type']]).toEqual([200, 'image/webp']);
    }
    for (const source of ['/pictures/none.webp', '/pictures/..%2Fpackage.json', '/pictures/'])
      expect((await api.callAbsolute(source)).status).toBe(404);
  });

  it.each([
    ['/robots.txt', 'text/plain; charset=utf-8', 'Disallow: /api/'],
    ['/llms.txt', 'text/plain; charset=utf-8', '# Brickmarket'],
    ['/favicon.ico', 'image/x-icon', '\u0089PNG'.slice(1)],
  ])('has %s for those who look for it by its name', async (path, type, part) => {
    const { status, headers, text } = await api.callAbsolute(path);
    expect([status, headers['content-type'], text]).toEqual([200, type, expect.stringContaining(part)]);
  });

  it('names only paths that it answers in /llms.txt', async () => {
    const { text } = await api.callAbsolute('/llms.txt');
    const paths = text.match(/(?<=\]\()\/[^)]*/g)!;
    expect(paths).toHaveLength(4);
    for (const path of paths) expect([path, (await api.callAbsolute(path)).status]).toEqual([path, 200]);
  });

  it('tells researchers whom to write to, if the operator has a contact', async () => {
    expect((await api.callAbsolute('/.well-known/security.txt')).status).toBe(404);
    const reachable = await TestApi.start({ CONTACT_EMAIL: 'ops@shop.example' });
    try {
      const { status, text } = await reachable.callAbsolute('/.well-known/security.txt');
      const [, expires] = /^Contact: mailto:ops@shop\.example\nExpires: (\S+)\n/.exec(text)!;
      const days = (Date.parse(expires!) - Date.now()) / 86_400_000;
      expect([status, days > 1, days < 365]).toEqual([200, true, true]);
    } finally {
      await reachable.stop();
    }
  });

  it('prints the address by which it was reached, but nothing that is no address', async () => {
    expect((await api.callAbsolute('/', { headers: { host: 'api.example:8443' } })).text).toContain(
      'http://api.example:8443<wbr>/api/v1/catalog/themes',
    );
    for (const host of ['"><script>', 'a b', 'x/y'])
      expect((await api.callAbsolute('/', { headers: { host } })).text).toContain(
        '{base_url}<wbr>/api/v1/catalog/themes',
      );
  });

  it.each([
    ['of a few kilobytes', 3_000],
    ['too large to be compressed in one go', 150_000],
  ])('compresses an answer %s for a client that asks for it', async (_, length) => {
    const { key } = await api.account();
    await insertSet(api.db, { set_number: `${length}-1`, title: 'Brick '.repeat(length / 6) });
    const plain = await api.data(`/set/${length}-1`, key);
    for (const [encoding, decompress] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const answer = await api.callAbsolute(`/api/v1/set/${length}-1`, {
        key,
        headers: { 'accept-encoding': encoding },
      });
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(answer.headers['vary']).toBe('authorization, accept-encoding');
      expect(JSON.parse(decompress(answer.bytes).toString())).toMatchObject({ data: plain });
    }
  });

  it('does not compress an answer of a few bytes', async () => {
    const { key } = await api.account();
    const small = await api.call('/set/1-1/retail-prices', { key, headers: { 'accept-encoding': 'br, gzip' } });
    expect(small.headers['content-encoding']).toBeUndefined();
  });
});
