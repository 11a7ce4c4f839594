import { type SourceResponse, httpFault, jsonOf } from '../shared/calls.ts';
import type { Desk } from '../shared/source.ts';
import { SourceFault } from '../shared/source-fault.ts';

const TITLE = 'Keepa';
const TIMEOUT_MS = 120_000;
/** A hundred products with years of all their series. */
const MAX_BYTES = 300_000_000;
const UNITED_STATES = '1';
/** One barcode can match many products, and each costs tokens. */
const CODE_LIMIT = '3';
const MINUTE_MS = 60_000;
const MARGIN_MS = 100;

/** A product as it came. */
export type KeepaProduct = Readonly<Record<string, unknown>>;

export interface KeepaAnswer {
  readonly products: readonly KeepaProduct[];
  /** Until tokens are left. Zero: some are. */
  readonly quietMs: number;
}

/** Products with these barcodes; `days` bounds their past. Unknown barcodes are absent. */
export function fetchProducts(codes: readonly string[], days: number | null, desk: Desk): Promise<KeepaAnswer> {
  const query = { domain: UNITED_STATES, code: codes.join(','), 'code-limit': CODE_LIMIT, buybox: '1', history: '1' };
  return get('product', { ...query, ...(days !== null && { days: String(days) }) }, desk);
}

/** Costs no token. */
export async function checkKey(desk: Desk): Promise<void> {
  await get('token', {}, desk);
}

function get(path: string, query: Readonly<Record<string, string>>, desk: Desk): Promise<KeepaAnswer> {
  const url = new URL(`${desk.settings.address.replace(/\/+$/, '')}/${path}`);
  url.search = new URLSearchParams({ key: desk.secrets['api-key']!, ...query }).toString();
  return desk.call({ url, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES }, answerOf);
}

interface Envelope {
  readonly tokensLeft?: unknown;
  readonly refillIn?: unknown;
  readonly refillRate?: unknown;
  readonly products?: unknown;
}

function answerOf(response: SourceResponse): KeepaAnswer {
  const isJson = /^\s*\{/.test(response.body.toString('latin1', 0, 100));
  const envelope = isJson ? (jsonOf(TITLE, response) as Envelope) : {};
  const quietMs = quietMsOf(envelope);
  const fault = faultOf(response, quietMs);
  if (fault !== null) throw fault;
  const { products = [], tokensLeft } = envelope;
  if (!Number.isFinite(tokensLeft) || !Array.isArray(products) || !products.every(isObject))
    throw new SourceFault('nonsense', `${TITLE} sent no answer of its API: ${response.body.toString('utf8', 0, 200)}`);
  return { products, quietMs };
}

function faultOf(response: SourceResponse, quietMs: number): SourceFault | null {
  const fault = httpFault(TITLE, response);
  if (fault === null) return null;
  if (response.status === 429) return new SourceFault('throttled', fault.message, quietMs);
  // An unknown key is a 400 there.
  const isKey = response.status === 400 && /\bkey\b/i.test(response.body.toString('utf8', 0, 2_000));
  return isKey ? new SourceFault('key-refused', `${fault.message}. Check the key`) : fault;
}

/** Requests are accepted while the balance is positive, whatever they cost: afterwards it may be negative. */
function quietMsOf({ tokensLeft, refillIn, refillRate }: Envelope): number {
  const [left, next, rate] = [tokensLeft, refillIn, refillRate].map(Number) as [number, number, number];
  if (!(left <= 0)) return 0;
  const laterMinutes = rate > 0 ? Math.ceil((1 - left) / rate) - 1 : 0;
  return (Number.isFinite(next) && next >= 0 ? next : MINUTE_MS) + laterMinutes * MINUTE_MS + MARGIN_MS;
}

function isObject(value: unknown): value is KeepaProduct {
  return typeof value === 'object' && value !== null;
}
