import { KEEPA_KEY, keepaMinutes, KeepaStandIn } from './keepa.ts';

const NOW = new Date('2026-06-15T12:00:00Z');

interface Envelope {
  readonly tokensLeft: number;
  readonly tokensConsumed: number;
  readonly refillIn: number;
  readonly refillRate: number;
  readonly products?: readonly { readonly asin: string; readonly csv: unknown[] | null; readonly stats: unknown }[];
  readonly error?: { readonly type: string; readonly details?: string };
}

describe('the stand-in of Keepa', () => {
  let keepa: KeepaStandIn;
  beforeEach(async () => {
    keepa = await new KeepaStandIn(NOW).start();
    const minute = keepaMinutes(new Date('2026-06-01T00:00:00Z'));
    keepa.products.push({
      ...{ asin: 'B075SDMMMV', eanList: ['5702015869935'], brand: 'LEGO', partNumber: '75192' },
      csv: { 0: [minute, 84_999, minute + 60, -1], 18: [minute, 79_999, 0] },
    });
  });
  afterEach(() => keepa.stop());

  const ask = async (query: string, key = KEEPA_KEY): Promise<{ status: number; body: Envelope; coding: string }> => {
    const response = await fetch(`${keepa.address}/product?key=${key}&domain=1&${query}`);
    return {
      status: response.status,
      body: (await response.json()) as Envelope,
      coding: response.headers.get('content-encoding')!,
    };
  };

  it('counts minutes from its own epoch', () => {
    expect(keepaMinutes(new Date((5_000_000 + 21_564_000) * 60_000))).toBe(5_000_000);
  });

  it('packs every answer, with an envelope of tokens', async () => {
    const { body, coding } = await ask('asin=B075SDMMMV&stats=1');
    expect([coding, body]).toMatchObject(['gzip', { tokensLeft: 1_199, tokensConsumed: 1, refillRate: 20 }]);
    const [product] = body.products!;
    expect(product!.csv).toHaveLength(36);
    expect([product!.csv![1], product!.stats]).toMatchObject([null, { current: { 0: -1, 18: 79_999 } }]);
    expect((await ask('asin=B075SDMMMV&history=0&buybox=1')).body).toMatchObject({
      tokensConsumed: 3,
      products: [{ csv: null }],
    });
  });

  it('lets the balance go below zero, then refuses until enough tokens have flowed', async () => {
    for (let copy = 0; copy < 40; copy++) keepa.products.push({ asin: `B00000${1_000 + copy}`, eanList: ['1'] });
    keepa.tokensLeft = 1;
    expect((await ask('code=1')).body).toMatchObject({ tokensConsumed: 40, tokensLeft: -39 });
    const refused = await ask('code=1&code-limit=3');
    expect(refused).toMatchObject({ status: 429, body: { tokensLeft: -39, refillIn: 60_000 } });
    keepa.now = new Date(NOW.getTime() + 2 * 60_000);
    expect((await ask('code=1&code-limit=3')).body).toMatchObject({ tokensConsumed: 3, tokensLeft: -2 });
    keepa.now = new Date(NOW.getTime() + 86_400_000);
    expect(keepa.tokensLeft).toBe(1_200);
  });

  it('answers what it knows, with an error for what it does not', async () => {
    const { status, body } = await ask('asin=B075SDMMMV,B000000000');
    expect([status, body.products!.length, body.error]).toEqual([
      ...[200, 1, { type: 'invalidAsin', details: 'B000000000' }],
    ]);
  });

  it('refuses a key without access, both identifiers, and more than a hundred', async () => {
    expect((await ask('asin=B075SDMMMV', 'x')).status).toBe(402);
    expect((await ask('asin=B075SDMMMV&code=1')).status).toBe(400);
    expect((await ask(`asin=${Array.from({ length: 101 }, (_, n) => n).join(',')}`)).status).toBe(400);
  });
});
