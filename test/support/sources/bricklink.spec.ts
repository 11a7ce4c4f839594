import { randomBytes } from 'node:crypto';
import { BRICKLINK_KEYS, BrickLinkStandIn, daysBefore } from './bricklink.ts';
import { baseString, encoded, hmacSha1 } from './oauth-check.ts';

const NOW = new Date('2026-06-15T12:00:00Z');

interface Envelope {
  readonly meta: { readonly code: number; readonly message: string; readonly description: string };
  readonly data: { readonly unit_quantity: number; readonly min_price: string; readonly price_detail: object[] };
}

describe('the stand-in of BrickLink', () => {
  let bricklink: BrickLinkStandIn;
  beforeEach(async () => {
    bricklink = await new BrickLinkStandIn(NOW).start();
    const sale = { type: 'SET', no: '75192-1', condition: 'N', usd: 724.99, quantity: 1 } as const;
    bricklink.sales.push(
      { ...sale, soldAt: new Date('2026-05-28T00:18:27.603Z'), seller: 'DE', buyer: 'FR' },
      { ...sale, soldAt: new Date('2026-06-02T11:01:09.120Z'), usd: 699, quantity: 2 },
      { ...sale, soldAt: new Date('2023-10-12T00:00:00Z'), usd: 26.54 },
    );
  });
  afterEach(() => bricklink.stop());

  /** Signed by hand, with what the test changes of it. */
  async function ask(
    path: string,
    changed: Readonly<Record<string, string>> = {},
    secret = BRICKLINK_KEYS.tokenSecret,
  ): Promise<{ status: number; body: Envelope }> {
    const url = new URL(`${bricklink.address}${path}`);
    const parameters: Record<string, string> = {
      oauth_consumer_key: BRICKLINK_KEYS.consumerKey,
      oauth_token: BRICKLINK_KEYS.token,
      oauth_signature_method: 'HMAC-SHA1',
      oauth_timestamp: String(NOW.getTime() / 1000),
      oauth_nonce: randomBytes(8).toString('hex'),
      oauth_version: '1.0',
      ...changed,
    };
    const signature = hmacSha1(
      baseString('GET', url, Object.entries(parameters)),
      BRICKLINK_KEYS.consumerSecret,
      secret,
    );
    const pairs = Object.entries({ ...parameters, oauth_signature: signature });
    const authorization = `OAuth ${pairs.map(([name, value]) => `${name}="${encoded(value)}"`).join(',')}`;
    const response = await fetch(url, { headers: { authorization } });
    return { status: response.status, body: (await response.json()) as Envelope };
  }
  const SOLD = '/items/SET/75192-1/price?guide_type=sold&new_or_used=N&currency_code=USD&vat=N';

  it('answers a signed request with the rows of the guide, in four decimals, old ones among them', async () => {
    const { body } = await ask(SOLD);
    expect(body).toMatchObject({
      meta: { code: 200, message: 'OK' },
      data: { currency_code: 'USD', min_price: '26.5400', max_price: '724.9900', unit_quantity: 3, total_quantity: 4 },
    });
    expect(body.data.price_detail).toContainEqual({
      quantity: 1,
      unit_price: '724.9900',
      shipping_available: true,
      seller_country_code: 'DE',
      buyer_country_code: 'FR',
      date_ordered: '2026-05-28T00:18:27.603Z',
    });
  });

  it.each([
    ['a wrong consumer key', { oauth_consumer_key: 'X' }, undefined, 'CONSUMER_KEY_UNKNOWN'],
    ['a wrong token', { oauth_token: 'X' }, undefined, 'TOKEN_UNKNOWN'],
    ['a wrong secret', {}, 'X', 'SIGNATURE_INVALID'],
    ['a clock that is wrong', { oauth_timestamp: String(NOW.getTime() / 1000 - 301) }, undefined, 'TIMESTAMP_REFUSED'],
  ])('refuses %s with HTTP 200 and code 401, or with both', async (_, changed, secret, description) => {
    const refused = { meta: { code: 401, message: 'BAD_OAUTH_REQUEST', description } };
    expect(await ask(SOLD, changed, secret)).toMatchObject({ status: 200, body: refused });
    bricklink.failures = 'http';
    expect(await ask(SOLD, changed, secret)).toMatchObject({ status: 401, body: refused });
  });

  it('refuses a nonce that was used, a parameter that was not signed, and another address', async () => {
    expect((await ask(SOLD, { oauth_nonce: 'once' })).body.meta.code).toBe(200);
    expect((await ask(SOLD, { oauth_nonce: 'once' })).body.meta.description).toBe('NONCE_USED');
    const { headers } = bricklink.requests[0]!;
    const unsigned = await fetch(`${bricklink.address}${SOLD}&region=asia`, {
      headers: { authorization: headers.authorization! },
    });
    expect(((await unsigned.json()) as Envelope).meta.description).toBe('SIGNATURE_INVALID');
    bricklink.tokenAddress = '192.0.2.1';
    expect((await ask(SOLD)).body.meta.description).toBe(
      `TOKEN_IP_MISMATCHED: consumer: ${BRICKLINK_KEYS.consumerKey} IP: 127.0.0.1`,
    );
  });

  it('defaults to asking prices in the currency of the account, which have no dates', async () => {
    const { data } = (await ask('/items/set/75192-1/price')).body;
    expect(data).toMatchObject({ currency_code: 'EUR', new_or_used: 'N' });
    expect(data.price_detail.every((row) => !('date_ordered' in row))).toBe(true);
  });

  it('takes a mistyped region for the world, and refuses a mistyped vat', async () => {
    expect((await ask(`${SOLD}&region=eurpoe`)).body.data.unit_quantity).toBe(3);
    expect((await ask(SOLD.replace('vat=N', 'vat=X'))).body.meta.code).toBe(400);
  });

  it('has zero prices for what did not sell, and does not know every item', async () => {
    const { data } = (await ask(SOLD.replace('new_or_used=N', 'new_or_used=U'))).body;
    expect(data).toMatchObject({ min_price: '0.0000', unit_quantity: 0, price_detail: [] });
    expect((await ask(SOLD.replace('75192', '99999'))).body.meta).toMatchObject({
      code: 404,
      message: 'RESOURCE_NOT_FOUND',
    });
  });

  it('counts calls by UTC day, answers on after 5,000, and refuses in two ways if told to', async () => {
    bricklink.limit = 1;
    await ask(SOLD);
    expect((await ask(SOLD)).body.meta.code).toBe(200);
    bricklink.overLimit = 'in-body';
    expect(await ask(SOLD)).toMatchObject({ status: 200, body: { meta: { code: 429 } } });
    bricklink.overLimit = 'gateway';
    const refused = await fetch(`${bricklink.address}/items/SET/75192-1`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    expect([...bricklink.calls]).toEqual([['2026-06-15', 4]]);
    bricklink.now = daysBefore(NOW, -1);
    expect((await ask(SOLD, { oauth_timestamp: String(bricklink.now.getTime() / 1000) })).body.meta.code).toBe(200);
  });

  it('cuts, breaks and falsifies answers when told to', async () => {
    bricklink.failNext('cut', 'reset', 'html-502', 'login-redirect', 'gzip-lie');
    await expect(ask(SOLD)).rejects.toThrow();
    await expect(ask(SOLD)).rejects.toThrow();
    const url = `${bricklink.address}/items/SET/75192-1`;
    expect((await fetch(url)).status).toBe(502);
    expect((await fetch(url, { redirect: 'manual' })).headers.get('location')).toMatch(
      /^http:\/\/localhost:\d+\/login$/,
    );
    await expect(ask(SOLD)).rejects.toThrow();
    expect((await ask(SOLD)).body.meta.code).toBe(200);
    expect(bricklink.calls.get('2026-06-15')).toBe(6);
  });
});
