import createFetchClient, { type Client } from 'openapi-fetch';
import type { paths } from './contract.generated.ts';
import { errorOf } from './errors.ts';
import { everyRow } from './every-row.ts';
import { type Patience, patientFetch } from './patient-fetch.ts';
import { type RateLimit, rateLimitOf, retryAfterMs } from './rate-limit.ts';
import type * as records from './records.ts';

/** Where the service is, who calls it, and how hard to try. */
export interface BrickmarketOptions extends Partial<Patience> {
  /** With its path prefix: `https://api.example/api/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** What to send requests with; the platform's own by default. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** What can be said about one call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

interface Answered<Data> {
  readonly data?: { readonly data: Data };
  readonly error?: unknown;
  readonly response: Response;
}

const DEFAULT_PATIENCE: Patience = { retries: 2, backoffMs: 250, maxQuotaWaitMs: 0 };

/** The Brickmarket API. Methods return the `data` of an answer and throw a `BrickmarketError` for everything else. */
export class Brickmarket {
  readonly #http: Client<paths, 'application/json'>;
  #rateLimit: RateLimit | null = null;

  constructor({ baseUrl, apiKey, fetch = (request) => globalThis.fetch(request), ...patience }: BrickmarketOptions) {
    this.#http = createFetchClient<paths, 'application/json'>({
      baseUrl: baseUrl.replace(/\/+$/, ''),
      headers: { authorization: `Bearer ${apiKey}` },
      fetch: patientFetch(fetch, { ...DEFAULT_PATIENCE, ...patience }),
    });
  }

  /** What is left of the allowance, by the last answer; null before the first. */
  get rateLimit(): RateLimit | null {
    return this.#rateLimit;
  }

  getSet(number: string, options?: CallOptions): Promise<records.LegoSet> {
    return this.#data(this.#http.GET('/set/{number}', { params: { path: { number } }, ...options }));
  }

  getMinifig(number: string, options?: CallOptions): Promise<records.Minifig> {
    return this.#data(this.#http.GET('/minifig/{number}', { params: { path: { number } }, ...options }));
  }

  searchSets(
    q: string,
    page: records.PageQuery = {},
    options?: CallOptions,
  ): Promise<{ readonly results: readonly records.SetIdentity[]; readonly pagination: records.Pagination }> {
    return this.#data(this.#http.GET('/catalog/sets/search', { params: { query: { q, ...page } }, ...options }));
  }

  searchMinifigs(
    q: string,
    page: records.PageQuery = {},
    options?: CallOptions,
  ): Promise<{ readonly results: readonly records.MinifigIdentity[]; readonly pagination: records.Pagination }> {
    return this.#data(this.#http.GET('/catalog/minifigs/search', { params: { query: { q, ...page } }, ...options }));
  }

  async listThemes(options?: CallOptions): Promise<readonly records.Theme[]> {
    return (await this.#data(this.#http.GET('/catalog/themes', { ...options }))).themes;
  }

  /** Up to 100 different items; costs one of the allowance for each. */
  getBatch(items: records.BatchRequest, options?: CallOptions): Promise<records.Batch> {
    return this.#data(this.#http.POST('/catalog/batch', { body: items, ...options }));
  }

  getHistory(number: string, query: records.HistoryQuery = {}, options?: CallOptions): Promise<records.History> {
    return this.#data(this.#http.GET('/set/{number}/history', { params: { path: { number }, query }, ...options }));
  }

  /** Null when no retailer carries the set. */
  getRetailPrices(number: string, options?: CallOptions): Promise<records.RetailRow | null> {
    return this.#data(this.#http.GET('/set/{number}/retail-prices', { params: { path: { number } }, ...options }));
  }

  /** Null when the identifiers name no set. */
  findRetailPrices(query: records.RetailPricesQuery, options?: CallOptions): Promise<records.RetailRow | null> {
    return this.#data(this.#http.GET('/retail-prices', { params: { query }, ...options }));
  }

  listRetailWatch(query: records.RetailWatchQuery = {}, options?: CallOptions): Promise<readonly records.RetailRow[]> {
    return this.#data(this.#http.GET('/brickfolio/retail-watch', { params: { query }, ...options }));
  }

  getBrickfolios(options?: CallOptions): Promise<records.Brickfolios> {
    return this.#data(this.#http.GET('/brickfolio', { ...options }));
  }

  getAnalytics(query: records.AnalyticsQuery = {}, options?: CallOptions): Promise<records.Analytics> {
    return this.#data(this.#http.GET('/brickfolio/analytics', { params: { query }, ...options }));
  }

  listEntries(
    query: records.EntriesQuery = {},
    options?: CallOptions,
  ): Promise<{ readonly entries: readonly records.Holding[]; readonly pagination: records.Pagination }> {
    return this.#data(this.#http.GET('/brickfolio/entries', { params: { query }, ...options }));
  }

  listSales(
    page: records.PageQuery = {},
    options?: CallOptions,
  ): Promise<{ readonly sales: readonly records.Sale[]; readonly pagination: records.Pagination }> {
    return this.#data(this.#http.GET('/salesledger', { params: { query: page }, ...options }));
  }

  /** Every set that a search finds, over all pages. */
  everySetFound(q: string, options?: CallOptions): AsyncGenerator<records.SetIdentity, void, undefined> {
    return everyRow(async (page) =>
      this.searchSets(q, page, options).then(({ results, pagination }) => ({ rows: results, pagination })),
    );
  }

  /** Every minifigure that a search finds, over all pages. */
  everyMinifigFound(q: string, options?: CallOptions): AsyncGenerator<records.MinifigIdentity, void, undefined> {
    return everyRow(async (page) =>
      this.searchMinifigs(q, page, options).then(({ results, pagination }) => ({ rows: results, pagination })),
    );
  }

  /** Every holding, of all collections or one, over all pages. */
  everyEntry(
    query: Pick<records.EntriesQuery, 'brickfolio_id'> = {},
    options?: CallOptions,
  ): AsyncGenerator<records.Holding, void, undefined> {
    return everyRow(async (page) =>
      this.listEntries({ ...query, ...page }, options).then(({ entries, pagination }) => ({
        rows: entries,
        pagination,
      })),
    );
  }

  /** Every sale, newest first, over all pages. */
  everySale(options?: CallOptions): AsyncGenerator<records.Sale, void, undefined> {
    return everyRow(async (page) =>
      this.listSales(page, options).then(({ sales, pagination }) => ({ rows: sales, pagination })),
    );
  }

  async #data<Data>(call: Promise<Answered<Data>>): Promise<Data> {
    const { data, error, response } = await call;
    this.#rateLimit = rateLimitOf(response.headers) ?? this.#rateLimit;
    if (data !== undefined) return data.data;
    const said = (error as { error?: { code?: string; message?: string } } | undefined)?.error;
    throw errorOf({
      status: response.status,
      code: said?.code ?? 'Unknown',
      message: said?.message ?? `the service answered ${response.status}`,
      requestId: response.headers.get('x-request-id'),
      retryAfterMs: retryAfterMs(response.headers),
    });
  }
}
