import { gunzipSync } from 'node:zlib';
import { FEED_KEY, FeedStandIn } from './feed.ts';

describe('the stand-in of a product feed', () => {
  let shop: FeedStandIn;
  beforeEach(async () => {
    shop = await new FeedStandIn(new Date('2026-06-15T12:00:00Z')).start();
    shop.products.push({ id: '1', title: 'Tom & "Jerry"', brand: 'LEGO', gtin: '5702015869935', price: '49.99 USD' });
  });
  afterEach(() => shop.stop());

  const read = async (address: string): Promise<string> =>
    gunzipSync(Buffer.from(await (await fetch(address)).arrayBuffer())).toString();

  it("has awin's columns in the order of the address, and Google's names as table and RSS", async () => {
    expect(await read(shop.awinAddress())).toBe(
      'aw_deep_link,product_name,merchant_product_id,merchant_deep_link,brand_name,ean,upc,mpn,product_GTIN,currency,' +
        'search_price,rrp_price,in_stock,condition\n' +
        'https://www.awin1.com/x,"Tom & ""Jerry""",1,https://shop.example/1,LEGO,5702015869935,,,,USD,' +
        '49.99 USD,,1,new\n',
    );
    expect(await read(shop.googleAddress('rss'))).toContain('<g:title>Tom &amp; "Jerry"</g:title>');
    expect(await read(shop.googleAddress('tsv'))).toMatch(/^id\ttitle\tlink\tprice\t/);
  });

  it('refuses another key, repeats it in a sentence, and knows entity tags', async () => {
    const refused = await fetch(shop.awinAddress('wrong'));
    expect([refused.status, await refused.text()]).toEqual([403, 'Invalid API key wrong']);
    const etag = (await fetch(shop.awinAddress())).headers.get('etag')!;
    expect((await fetch(shop.awinAddress(), { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect(shop.awinAddress()).toContain(FEED_KEY);
  });
});
