import { gzipSync } from 'node:zlib';
import { type SourceAnswer, type SourceRequest, StandIn } from './stand-in.ts';

export const FEED_KEY = 'aw1n0123456789abcdef0123456789abcdef';

/** A product of a shop, with the words of the format it is in. */
export interface FeedProduct {
  readonly id: string;
  readonly title?: string;
  readonly brand?: string;
  readonly gtin?: string;
  readonly mpn?: string;
  readonly price: string;
  readonly salePrice?: string;
  readonly saleDates?: string;
  readonly availability?: string;
  readonly condition?: string;
  /** awin has it in a column of its own. */
  readonly currency?: string;
}

const GOOGLE = 'id title link price sale_price sale_price_effective_date availability gtin mpn brand condition';
const AWIN =
  'aw_deep_link,product_name,merchant_product_id,merchant_deep_link,brand_name,ean,upc,mpn,product_GTIN,currency,' +
  'search_price,rrp_price,in_stock,condition';

/** Product feeds of a shop at awin, packed, with the key in the address; and the shop's own in Google's format. */
export class FeedStandIn extends StandIn {
  readonly products: FeedProduct[] = [];
  isPacked = true;
  /** The status of the refusal of a wrong key. */
  refusedStatus = 403;
  /** The packed bytes end too early, with an honest length. */
  isTruncated = false;
  hasConditions = true;

  awinAddress(key = FEED_KEY): string {
    return (
      `${this.origin}/datafeed/download/apikey/${key}/language/en/fid/4711/rid/0/hasEnhancedFeeds/0/columns/` +
      `${encodeURIComponent(AWIN)}/format/csv/delimiter/%2C/compression/gzip/adultcontent/1/`
    );
  }

  googleAddress(form: 'rss' | 'tsv'): string {
    return `${this.origin}/feeds/products.${form === 'rss' ? 'xml' : 'tsv'}?key=${FEED_KEY}`;
  }

  protected answer({ path, query, headers }: SourceRequest): SourceAnswer {
    const key = /^\/datafeed\/download\/apikey\/([^/]+)\//.exec(path)?.[1] ?? query.get('key');
    if (key !== FEED_KEY)
      return { status: this.refusedStatus, body: `Invalid API key ${key}`, headers: { 'content-type': 'text/plain' } };
    const text = path.endsWith('.xml') ? this.#rss() : path.endsWith('.tsv') ? this.#tsv() : this.#awin();
    const etag = `"${text.length}-${this.products.length}"`;
    if (this.hasConditions && headers['if-none-match'] === etag) return { status: 304, body: '', headers: { etag } };
    const whole = this.isPacked ? gzipSync(text) : Buffer.from(text);
    const body = this.isTruncated ? whole.subarray(0, whole.length / 2) : whole;
    return { status: 200, body, headers: this.hasConditions ? { etag } : {} };
  }

  #awin(): string {
    const rows = this.products.map((one) => [
      ...['https://www.awin1.com/x', one.title ?? '', one.id, `https://shop.example/${one.id}`, one.brand ?? ''],
      ...[one.gtin ?? '', '', one.mpn ?? '', '', one.currency ?? 'USD', one.price, one.salePrice ?? ''],
      ...[one.availability ?? '1', one.condition ?? 'new'],
    ]);
    return `${[AWIN.split(','), ...rows].map((row) => row.map(quoted).join(',')).join('\n')}\n`;
  }

  #cells(one: FeedProduct): Readonly<Record<string, string | undefined>> {
    return {
      ...{ id: one.id, title: one.title, link: `https://shop.example/${one.id}`, price: one.price },
      ...{ sale_price: one.salePrice, sale_price_effective_date: one.saleDates, gtin: one.gtin, mpn: one.mpn },
      ...{ availability: one.availability ?? 'in_stock', brand: one.brand, condition: one.condition ?? 'new' },
    };
  }

  #tsv(): string {
    const names = GOOGLE.split(' ');
    const rows = this.products.map((one) => names.map((name) => this.#cells(one)[name] ?? ''));
    return `${[names, ...rows].map((row) => row.join('\t')).join('\n')}\n`;
  }

  #rss(): string {
    const items = this.products.map((one) => {
      const given = Object.entries(this.#cells(one)).filter(([, value]) => value !== undefined);
      return `<item>${given.map(([name, value]) => `<g:${name}>${escaped(value!)}</g:${name}>`).join('')}</item>`;
    });
    return (
      '<?xml version="1.0"?>\n<rss xmlns:g="http://base.google.com/ns/1.0" version="2.0"><channel>\n' +
      '<title>Shop</title>\n' +
      `${items.join('\n')}\n</channel></rss>\n`
    );
  }
}

function quoted(cell: string): string {
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
