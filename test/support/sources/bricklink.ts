import { baseString, hmacSha1, readAuthorization } from './oauth-check.ts';
import { json, type SourceAnswer, type SourceRequest, StandIn } from './stand-in.ts';

const BASE = '/api/store/v1';
const CLOCK_SLACK_S = 300;
const DAY_MS = 86_400_000;
const TYPES = 'MINIFIG PART SET BOOK GEAR CATALOG INSTRUCTION UNSORTED_LOT ORIGINAL_BOX'.split(' ');
/** The account counts in euros, so that a client that does not say its currency gets other amounts. */
const RATES: Readonly<Record<string, number>> = { USD: 1, EUR: 0.92, GBP: 0.79 };
const ACCOUNT_CURRENCY = 'EUR';

/** A sale that the stand-in has seen. */
export interface GuideSale {
  readonly type: 'SET' | 'MINIFIG';
  readonly no: string;
  readonly condition: 'N' | 'U';
  readonly soldAt: Date;
  readonly usd: number;
  readonly quantity: number;
  readonly seller?: string;
  readonly buyer?: string;
}

export interface BrickLinkKeys {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly token: string;
  readonly tokenSecret: string;
}

export const BRICKLINK_KEYS: BrickLinkKeys = {
  consumerKey: '7CCDCEF257CF43D89A74A7E39BEAA1E1',
  consumerSecret: 'A2B4C6D8E0F1A3B5C7D9E1F3A5B7C9D1',
  token: '0F1E2D3C4B5A69788796A5B4C3D2E1F0',
  tokenSecret: '11223344556677889900AABBCCDDEEFF',
};

/** The price guide of BrickLink's Store API, from the public manual. */
export class BrickLinkStandIn extends StandIn {
  /** Where failures are reported: in the body of an HTTP 200, or by the HTTP status as well. */
  failures: 'in-body' | 'http' = 'in-body';
  /** What happens after the 5,000th call of a day. BrickLink itself answers on. */
  overLimit: 'answers' | 'in-body' | 'gateway' = 'answers';
  /** The address that the token is registered for; null: any. */
  tokenAddress: string | null = null;
  /** Sales of before the window are among the rows. */
  leaksOldSales = true;
  /** Whether nothing is `{}` or absent. */
  omitsEmptyData = false;
  limit = 5_000;
  readonly sales: GuideSale[] = [];
  readonly names = new Map<string, string>();
  /** Calls by UTC day, with those that were refused. */
  readonly calls = new Map<string, number>();
  readonly #nonces = new Set<string>();

  constructor(
    now: Date,
    readonly keys: BrickLinkKeys = BRICKLINK_KEYS,
  ) {
    super(now);
  }

  get address(): string {
    return `${this.origin}${BASE}`;
  }

  protected answer(request: SourceRequest): SourceAnswer {
    const day = this.now.toISOString().slice(0, 10);
    const calls = (this.calls.get(day) ?? 0) + 1;
    this.calls.set(day, calls);
    if (calls > this.limit && this.overLimit === 'gateway')
      return { status: 429, body: '<html><body>429 Too Many Requests</body></html>', headers: { 'retry-after': '2' } };
    if (calls > this.limit && this.overLimit === 'in-body') return this.#failure(429, 'TOO_MANY_REQUESTS', 'slow down');
    const fault = this.#authFault(request);
    if (fault !== null) return this.#failure(401, 'BAD_OAUTH_REQUEST', fault);
    if (request.method !== 'GET') return this.#failure(405, 'METHOD_NOT_ALLOWED', request.method);
    const [, type, no, part] = /^\/api\/store\/v1\/items\/([^/]+)\/([^/]+)(\/price)?$/.exec(request.path) ?? [];
    if (type === undefined || !TYPES.includes(type.toUpperCase()))
      return this.#failure(400, 'INVALID_URI', request.path);
    const item = { no: decodeURIComponent(no!), type: type.toUpperCase() };
    if (!this.#isKnown(item)) return this.#failure(404, 'RESOURCE_NOT_FOUND', `${item.type} ${item.no}`);
    return part === undefined ? this.#item(item) : this.#guide(item, request.query);
  }

  #isKnown({ no, type }: { no: string; type: string }): boolean {
    return this.names.has(no) || this.sales.some((sale) => sale.no === no && sale.type === type);
  }

  #authFault({ method, target, headers }: SourceRequest): string | null {
    const given = readAuthorization(headers.authorization);
    if (given === null) return 'OAUTH_PARAMETERS_MISSING';
    const { consumerKey, consumerSecret, token, tokenSecret } = this.keys;
    if (given.get('oauth_consumer_key') !== consumerKey) return 'CONSUMER_KEY_UNKNOWN';
    if (given.get('oauth_token') !== token) return 'TOKEN_UNKNOWN';
    if (given.get('oauth_signature_method') !== 'HMAC-SHA1') return 'SIGNATURE_METHOD_REJECTED';
    const timestamp = Number(given.get('oauth_timestamp'));
    if (!(Math.abs(timestamp - this.now.getTime() / 1000) <= CLOCK_SLACK_S)) return 'TIMESTAMP_REFUSED';
    const others = [...given].filter(([name]) => name !== 'oauth_signature');
    const base = baseString(method, new URL(target, this.origin), others);
    if (given.get('oauth_signature') !== hmacSha1(base, consumerSecret, tokenSecret)) return 'SIGNATURE_INVALID';
    const nonce = `${timestamp} ${given.get('oauth_nonce')}`;
    if (this.#nonces.has(nonce)) return 'NONCE_USED';
    this.#nonces.add(nonce);
    if (this.tokenAddress !== null && this.tokenAddress !== '127.0.0.1')
      return `TOKEN_IP_MISMATCHED: consumer: ${consumerKey} IP: 127.0.0.1`;
    return null;
  }

  #item({ no, type }: { no: string; type: string }): SourceAnswer {
    const name = (this.names.get(no) ?? no).replaceAll('&', '&amp;').replaceAll("'", '&#39;');
    return this.#success({ no, name, type, category_id: 473, weight: '3.92', year_released: 2017, is_obsolete: false });
  }

  #guide(item: { no: string; type: string }, query: URLSearchParams): SourceAnswer {
    const guide = query.get('guide_type') ?? 'stock';
    const condition = query.get('new_or_used') ?? 'N';
    const vat = query.get('vat') ?? 'N';
    const currency = query.get('currency_code') ?? ACCOUNT_CURRENCY;
    const rate = RATES[currency];
    if (!/^[NYO]$/.test(vat) || !/^[NU]$/.test(condition) || !/^(stock|sold)$/.test(guide) || rate === undefined)
      return this.#failure(400, 'PARAMETER_MISSING_OR_INVALID', 'vat, new_or_used, guide_type or currency_code');
    const start = new Date(this.now);
    start.setUTCMonth(start.getUTCMonth() - 6);
    const isShown = ({ soldAt }: GuideSale): boolean => soldAt <= this.now && (this.leaksOldSales || soldAt >= start);
    const rows = this.sales.filter(
      (sale) => sale.no === item.no && sale.type === item.type && sale.condition === condition && isShown(sale),
    );
    const price = ({ usd }: GuideSale): string => (usd * rate * (vat === 'N' ? 1 : 1.2)).toFixed(4);
    const prices = rows.map((row) => Number(price(row)));
    const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
    const pieces = sum(rows.map(({ quantity }) => quantity));
    return this.#success({
      item,
      new_or_used: condition,
      currency_code: currency,
      min_price: Math.min(...prices, rows.length === 0 ? 0 : Infinity).toFixed(4),
      max_price: Math.max(0, ...prices).toFixed(4),
      avg_price: (rows.length === 0 ? 0 : sum(prices) / rows.length).toFixed(4),
      qty_avg_price: (pieces === 0 ? 0 : sum(rows.map((row) => row.quantity * Number(price(row)))) / pieces).toFixed(4),
      unit_quantity: rows.length,
      total_quantity: pieces,
      // In no order that a client could rely on.
      price_detail: rows.toReversed().map((row) => ({
        quantity: row.quantity,
        unit_price: price(row),
        shipping_available: this.failures === 'http' ? 'Y' : true,
        ...(guide === 'sold' && {
          seller_country_code: row.seller ?? 'US',
          buyer_country_code: row.buyer ?? 'US',
          date_ordered: row.soldAt.toISOString(),
        }),
      })),
    });
  }

  #success(data: Readonly<Record<string, unknown>>): SourceAnswer {
    const meta = { description: 'OK', message: 'OK', code: this.failures === 'http' ? '200' : 200 };
    return json(this.omitsEmptyData && data['unit_quantity'] === 0 ? { meta } : { meta, data });
  }

  #failure(code: number, message: string, description: string): SourceAnswer {
    return json({ meta: { description, message, code }, data: {} }, this.failures === 'http' ? code : 200);
  }
}

/** Days before the stand-in's clock, as an instant. */
export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
