import createFetchClient, { type Client } from 'openapi-fetch';
import { type Answer, Call, type RateLimit, rateLimitOf } from './answer.ts';
import type { paths } from './contract.generated.ts';
import { BrickmarketError, errorOf, NetworkError } from './errors.ts';
import { type Patience, type Send, sendForChanges, sendPatiently } from './exchange.ts';
import type * as records from './records.ts';

type Optional<Options> = { readonly [Name in keyof Options]?: Options[Name] | undefined };

/** Address, key and retry behavior. */
export interface BrickmarketOptions extends Optional<Patience> {
  /** With its path prefix: `https://api.example/api/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Cache size in characters for responses with an ETag; 0 disables the cache. */
  readonly keepCharacters?: number | undefined;
  /** Replaces the platform's fetch. */
  readonly fetch?: Send | undefined;
}

/** What can be said about one call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

const KEEP_CHARACTERS = 8_000_000;
const LARGEST_PAGE = 250;
const LARGEST_BATCH = 100;
const NDJSON = { accept: 'application/x-ndjson' };

/** The Brickmarket API. Methods return `data` and throw a `BrickmarketError` for all other responses. */
export class Brickmarket {
  readonly #http: Client<paths, 'application/json'>;
  readonly #baseUrl: string;
  readonly #fetch: Send;
  #rateLimit: RateLimit | null = null;

  constructor(options: BrickmarketOptions) {
    const { baseUrl, apiKey, fetch = (request) => globalThis.fetch(request) } = options;
    if (!/^https?:$/.test(URL.canParse(baseUrl) ? new URL(baseUrl).protocol : ''))
      throw new TypeError(`baseUrl must be an http or https address, not ${baseUrl}`);
    // A key with a line break would fail in every request without being sent.
    if (!/^[\x21-\x7e]*$/.test(apiKey.trim())) throw new TypeError('apiKey has characters that no key contains');
    const patience: Patience = {
      retries: options.retries ?? 2,
      backoffMs: options.backoffMs ?? 250,
      maxQuotaWaitMs: options.maxQuotaWaitMs ?? 0,
      timeoutMs: options.timeoutMs ?? 10_000,
    };
    const send = sendForChanges(sendPatiently(fetch, patience), options.keepCharacters ?? KEEP_CHARACTERS);
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
    this.#fetch = fetch;
    this.#http = createFetchClient<paths, 'application/json'>({
      baseUrl: this.#baseUrl,
      headers: { authorization: `Bearer ${apiKey.trim()}` },
      fetch: (request) => this.#remember(send(request)),
    });
  }

  /** Remaining quota by the last response; null before the first. */
  get rateLimit(): RateLimit | null {
    return this.#rateLimit;
  }

  getSet(number: string, options?: CallOptions): Call<records.LegoSet> {
    return call(this.#http.GET('/set/{number}', { params: { path: { number } }, ...given(options) }));
  }

  getMinifig(number: string, options?: CallOptions): Call<records.Minifig> {
    return call(this.#http.GET('/minifig/{number}', { params: { path: { number } }, ...given(options) }));
  }

  searchSets(q: string, page: records.PageQuery = {}, options?: CallOptions): Call<records.SetSearch> {
    return call(
      this.#http.GET('/catalog/sets/search', { params: { query: given({ q, ...page }) }, ...given(options) }),
    );
  }

  searchMinifigs(q: string, page: records.PageQuery = {}, options?: CallOptions): Call<records.MinifigSearch> {
    const query = given({ q, ...page });
    return call(this.#http.GET('/catalog/minifigs/search', { params: { query }, ...given(options) }));
  }

  listThemes(options?: CallOptions): Call<readonly records.Theme[]> {
    return call(this.#http.GET('/catalog/themes', given(options))).map(({ themes }) => themes);
  }

  /** Requests items in portions of 100; each distinct item costs 1, also if a later portion fails. */
  getBatch(items: records.BatchRequest, options?: CallOptions): Call<records.Batch> {
    const portions = inPortions(items);
    const first = this.#batch(portions[0]!, options).withAnswer();
    return new Call(
      portions.slice(1).reduce(async (soFar, portion) => {
        const { data } = await soFar;
        const next = await this.#batch(portion, options).withAnswer();
        return { ...next, data: joined(data, next.data) };
      }, first),
    );
  }

  /** Numbers whose records changed after a cursor; without one, none and the current cursor. */
  listChanges(query: records.ChangesQuery = {}, options?: CallOptions): Call<records.Changes> {
    return call(this.#http.GET('/catalog/changes', { params: { query: given(query) }, ...given(options) }));
  }

  /** Snapshot files of the catalog; `download_url` is relative to the service and needs no key. */
  listSnapshots(options?: CallOptions): Call<records.Snapshots> {
    return call(this.#http.GET('/catalog/bulk', given(options)));
  }

  /** Bytes of a snapshot file from an offset, without retries or time limit. Costs its share of the file. */
  async downloadSnapshot(
    { download_url }: Pick<records.Snapshot, 'download_url'>,
    from = 0,
    { signal }: CallOptions = {},
  ): Promise<ReadableStream<Uint8Array>> {
    const { href, origin } = new URL(download_url, this.#baseUrl);
    const headers: Record<string, string> = from === 0 ? {} : { range: `bytes=${from}-` };
    const request = new Request(href, { headers, ...given({ signal }) });
    const response = await this.#remember(
      this.#fetch(request).catch((cause: unknown) => {
        signal?.throwIfAborted();
        throw new NetworkError(`no answer from ${origin}`, cause);
      }),
    );
    const error = await errorOf(response, href, true);
    if (error !== null) throw error;
    // A cache that ignores the range would duplicate bytes already received.
    if (response.status !== (from === 0 ? 200 : 206))
      throw new NetworkError(`download from ${origin} cannot be resumed at byte ${from}`, response.status);
    return response.body!;
  }

  /** Numbers that items no longer have; without a cursor, all. */
  listMigrations(query: records.ChangesQuery = {}, options?: CallOptions): Call<records.Migrations> {
    return call(this.#http.GET('/catalog/migrations', { params: { query: given(query) }, ...given(options) }));
  }

  getHistory(number: string, query: records.HistoryQuery = {}, options?: CallOptions): Call<records.History> {
    const params = { path: { number }, query: given(query) };
    return call(this.#http.GET('/set/{number}/history', { params, ...given(options) }));
  }

  /** Missing forecasts are null, with the reason in `text`. */
  getForecast(number: string, options?: CallOptions): Call<records.Forecast> {
    return call(this.#http.GET('/set/{number}/forecast', { params: { path: { number } }, ...given(options) }));
  }

  /** Null: no retailer lists the set. */
  getRetailPrices(number: string, options?: CallOptions): Call<records.RetailRow | null> {
    return call(this.#http.GET('/set/{number}/retail-prices', { params: { path: { number } }, ...given(options) }));
  }

  /** Null: the identifiers match no set. */
  findRetailPrices(query: records.RetailPricesQuery, options?: CallOptions): Call<records.RetailRow | null> {
    return call(this.#http.GET('/retail-prices', { params: { query: given(query) }, ...given(options) }));
  }

  listRetailWatch(query: records.RetailWatchQuery = {}, options?: CallOptions): Call<readonly records.RetailRow[]> {
    return call(this.#http.GET('/brickfolio/retail-watch', { params: { query: given(query) }, ...given(options) }));
  }

  getBrickfolios(options?: CallOptions): Call<records.Brickfolios> {
    return call(this.#http.GET('/brickfolio', given(options)));
  }

  getAnalytics(query: records.AnalyticsQuery = {}, options?: CallOptions): Call<records.Analytics> {
    return call(this.#http.GET('/brickfolio/analytics', { params: { query: given(query) }, ...given(options) }));
  }

  listEntries(query: records.EntriesQuery = {}, options?: CallOptions): Call<records.Entries> {
    return call(this.#http.GET('/brickfolio/entries', { params: { query: given(query) }, ...given(options) }));
  }

  listSales(page: records.PageQuery = {}, options?: CallOptions): Call<records.Sales> {
    return call(this.#http.GET('/salesledger', { params: { query: given(page) }, ...given(options) }));
  }

  /** All sets that match, over all pages, requested as needed. */
  async *everySetFound(q: string, options?: CallOptions): AsyncGenerator<records.SetIdentity, void, undefined> {
    for (let offset = 0, hasMore = true; hasMore; offset += LARGEST_PAGE) {
      const { results, pagination } = await this.searchSets(q, { limit: LARGEST_PAGE, offset }, options);
      yield* results;
      hasMore = pagination.has_more;
    }
  }

  /** All minifigures that match, over all pages. */
  async *everyMinifigFound(q: string, options?: CallOptions): AsyncGenerator<records.MinifigIdentity, void, undefined> {
    for (let offset = 0, hasMore = true; hasMore; offset += LARGEST_PAGE) {
      const { results, pagination } = await this.searchMinifigs(q, { limit: LARGEST_PAGE, offset }, options);
      yield* results;
      hasMore = pagination.has_more;
    }
  }

  /** All months of a set, oldest first, as NDJSON rows. */
  everyMonth(
    number: string,
    query: records.HistoryQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<records.HistoryPoint, void, undefined> {
    const params = { path: { number }, query: given(query) };
    return everyRow(() =>
      this.#http.GET('/set/{number}/history', { params, headers: NDJSON, parseAs: 'text', ...given(options) }),
    );
  }

  /** All holdings of one or all brickfolios, as NDJSON rows. */
  everyEntry(
    query: Pick<records.EntriesQuery, 'brickfolio_id'> = {},
    options?: CallOptions,
  ): AsyncGenerator<records.Holding, void, undefined> {
    return everyRow((page) => {
      const params = { query: { ...given(query), ...page } };
      return this.#http.GET('/brickfolio/entries', { params, headers: NDJSON, parseAs: 'text', ...given(options) });
    });
  }

  /** All sales, newest first, as NDJSON rows. */
  everySale(options?: CallOptions): AsyncGenerator<records.Sale, void, undefined> {
    return everyRow((query) =>
      this.#http.GET('/salesledger', { params: { query }, headers: NDJSON, parseAs: 'text', ...given(options) }),
    );
  }

  #batch(body: records.BatchRequest, options?: CallOptions): Call<records.Batch> {
    return call(this.#http.POST('/catalog/batch', { body, ...given(options) }));
  }

  async #remember(answered: Promise<Response>): Promise<Response> {
    try {
      const response = await answered;
      this.#rateLimit = rateLimitOf(response.headers) ?? this.#rateLimit;
      return response;
    } catch (error) {
      if (error instanceof BrickmarketError) this.#rateLimit = error.rateLimit ?? this.#rateLimit;
      throw error;
    }
  }
}

/** Drops undefined options, which count as absent. */
function given<Options extends object>(
  options: Options | undefined,
): { [Name in keyof Options]: Exclude<Options[Name], undefined> } {
  return Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== undefined)) as never;
}

/** Other responses than 2xx have thrown before. */
function call<Data>(sent: Promise<{ data?: { readonly data: Data }; response: Response }>): Call<Data> {
  return new Call(
    sent.then(({ data, response }): Answer<Data> => ({
      data: data!.data,
      requestId: response.headers.get('x-request-id'),
      rateLimit: rateLimitOf(response.headers),
    })),
  );
}

/** Follows the links to next pages. */
async function* everyRow<Row>(
  readPage: (page: { limit: number; offset: number }) => Promise<{ data?: string; response: Response }>,
): AsyncGenerator<Row, void, undefined> {
  for (let offset = 0, hasMore = true; hasMore; offset += LARGEST_PAGE) {
    const { data, response } = await readPage({ limit: LARGEST_PAGE, offset });
    for (const line of (data ?? '').split('\n')) if (line !== '') yield JSON.parse(line) as Row;
    hasMore = /;\s*rel="next"/.test(response.headers.get('link') ?? '');
  }
}

/** At least one portion: the service rejects empty requests. */
function inPortions({ sets = [], minifigs = [] }: records.BatchRequest): records.BatchRequest[] {
  const items = [
    ...[...new Set(sets)].map((number) => ({ kind: 'sets' as const, number })),
    ...[...new Set(minifigs)].map((number) => ({ kind: 'minifigs' as const, number })),
  ];
  const portions: records.BatchRequest[] = [];
  for (let from = 0; from === 0 || from < items.length; from += LARGEST_BATCH) {
    const portion = items.slice(from, from + LARGEST_BATCH);
    const numbers = (kind: 'sets' | 'minifigs'): string[] =>
      portion.filter((item) => item.kind === kind).map((item) => item.number);
    portions.push({ sets: numbers('sets'), minifigs: numbers('minifigs') });
  }
  return portions;
}

function joined(a: records.Batch, b: records.Batch): records.Batch {
  return {
    sets: [...a.sets, ...b.sets],
    minifigs: [...a.minifigs, ...b.minifigs],
    summary: { requested: a.summary.requested + b.summary.requested, found: a.summary.found + b.summary.found },
  };
}
