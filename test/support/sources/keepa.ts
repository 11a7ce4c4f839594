import { json, packed, type SourceAnswer, type SourceRequest, StandIn } from './stand-in.ts';

export const KEEPA_KEY = 'k33pa0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklm';
const EPOCH_MINUTES = 21_564_000;
const SERIES = 36;
const MOST_ASINS = 100;
/** Unused tokens expire. */
const BUCKET_MINUTES = 60;
const BUY_BOX_TOKENS = 2;

/** A product of the stand-in; what is not given is `null`, as Keepa has it. */
export interface KeepaProduct {
  readonly asin: string;
  readonly eanList?: readonly string[];
  readonly upcList?: readonly string[];
  readonly title?: string;
  readonly brand?: string;
  readonly partNumber?: string;
  /** 0 standard, 3 not accessible, 4 invalid, 5 variation parent. */
  readonly productType?: number;
  readonly availabilityAmazon?: number;
  /** By index, in Keepa minutes: pairs, or triples with shipping. */
  readonly csv?: Readonly<Record<number, readonly number[]>>;
  readonly buyBoxSellerIdHistory?: readonly string[];
}

export function keepaMinutes(at: Date): number {
  return Math.floor(at.getTime() / 60_000) - EPOCH_MINUTES;
}

/** Keepa's product API: tokens that flow with the clock, and answers that are always packed. */
export class KeepaStandIn extends StandIn {
  refillRate = 20;
  /** What `refillIn` says: the time to the next minute, or to a positive balance. */
  refillsTo: 'next-minute' | 'positive' = 'next-minute';
  /** An unknown key: 402 as one without access, or 400. */
  unknownKey: 400 | 402 = 402;
  readonly products: KeepaProduct[] = [];
  #tokens: number;
  #flowedAt: Date;

  constructor(now: Date) {
    super(now);
    this.#tokens = this.refillRate * BUCKET_MINUTES;
    this.#flowedAt = now;
  }

  get address(): string {
    return this.origin;
  }

  get tokensLeft(): number {
    this.#flow();
    return this.#tokens;
  }

  set tokensLeft(tokens: number) {
    this.#flowedAt = this.now;
    this.#tokens = tokens;
  }

  protected answer({ path, query }: SourceRequest): SourceAnswer {
    this.#flow();
    if (query.get('key') !== KEEPA_KEY)
      return this.#envelope(this.unknownKey, 0, { error: { type: 'paymentRequired', message: 'invalid API key' } });
    if (path === '/token') return this.#envelope(200, 0, {});
    if (path !== '/product') return this.#envelope(404, 0, { error: { type: 'notFound' } });
    if (this.#tokens <= 0) return this.#envelope(429, 0, { error: { type: 'notEnoughToken' } });
    const [asins, codes] = ['asin', 'code'].map((name) => query.get(name)?.split(',').filter(Boolean) ?? []);
    const asked = asins!.length + codes!.length;
    if (asked === 0 || asked > MOST_ASINS || (asins!.length > 0 && codes!.length > 0))
      return this.#envelope(400, 0, { error: { type: 'invalidParameter', message: 'asin or code, at most 100' } });
    if (query.get('domain') !== '1') return this.#envelope(405, 0, { error: { type: 'unknownDomain' } });
    const limit = Number(query.get('code-limit') ?? Infinity);
    const matching = (code: string): readonly KeepaProduct[] =>
      this.products
        .filter(({ eanList = [], upcList = [] }) => eanList.includes(code) || upcList.includes(code))
        .slice(0, limit);
    const found = [...this.products.filter(({ asin }) => asins!.includes(asin)), ...codes!.flatMap(matching)];
    const unknown = asins!.filter((asin) => !found.some((product) => product.asin === asin));
    const each = 1 + (query.get('buybox') === '1' ? BUY_BOX_TOKENS : 0);
    const products = found.map((product) => this.#present(product, query));
    const error = unknown.length > 0 ? { error: { type: 'invalidAsin', details: unknown.join(',') } } : {};
    return this.#envelope(200, found.length * each, { products, ...error });
  }

  #flow(): void {
    const minutes = Math.floor((this.now.getTime() - this.#flowedAt.getTime()) / 60_000);
    if (minutes <= 0) return;
    this.#tokens = Math.min(this.refillRate * BUCKET_MINUTES, this.#tokens + minutes * this.refillRate);
    this.#flowedAt = new Date(this.#flowedAt.getTime() + minutes * 60_000);
  }

  #envelope(status: number, tokensConsumed: number, more: object): SourceAnswer {
    this.#tokens -= tokensConsumed;
    const nextMinute = 60_000 - ((this.now.getTime() - this.#flowedAt.getTime()) % 60_000);
    const minutes = this.#tokens > 0 ? 1 : Math.ceil((1 - this.#tokens) / this.refillRate);
    const refillIn = nextMinute + (this.refillsTo === 'positive' ? (minutes - 1) * 60_000 : 0);
    const flow = { tokensLeft: this.#tokens, refillIn, refillRate: this.refillRate, tokenFlowReduction: 0 };
    const body = { timestamp: this.now.getTime(), ...flow, tokensConsumed, processingTimeInMs: 3, ...more };
    return packed(json(body, status));
  }

  #present({ csv = {}, ...product }: KeepaProduct, query: URLSearchParams): object {
    const isTriple = (index: number): boolean =>
      [7, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 32].includes(index);
    const days = query.get('days');
    const from = days === null ? 0 : keepaMinutes(this.now) - Number(days) * 1_440;
    const series = Array.from({ length: SERIES }, (_, index) => {
      const width = isTriple(index) ? 3 : 2;
      // A value is kept with all of its minute.
      const shown = csv[index]?.filter((__, at, all) => all[at - (at % width)]! >= from);
      return shown === undefined || shown.length === 0 ? null : shown;
    });
    const latest = series.map((values, index) => values?.at(isTriple(index) ? -2 : -1) ?? -1);
    const changes = Object.values(csv).map((values) => values.at(-2)!);
    return {
      ...{ domainId: 1, productType: 0, eanList: null, upcList: null, lastPriceChange: Math.max(0, ...changes) },
      ...{ lastUpdate: keepaMinutes(this.now), ...product },
      csv: query.get('history') === '0' ? null : series,
      stats: query.has('stats') ? { current: latest } : null,
    };
  }
}
