import type { CsvCell } from '@brickmarket/feeds';
import type { Retailer } from '@brickmarket/domain';
import type {
  ExchangeRate,
  FinishedItem,
  MarketItemFacts,
  SourceItem,
  StoredSource,
} from '@brickmarket/persistence-ports';
import type { SourceRequest, SourceResponse } from './calls.ts';

/** What a source gives its client: the clock, its settings and secrets, and counted calls. */
export interface Desk {
  readonly now: Date;
  readonly settings: Pick<StoredSource, 'address' | 'options' | 'memory'>;
  readonly secrets: Readonly<Record<string, string>>;
  /** Of this source alone. Exists. */
  readonly folder: string;
  /** Makes at most three tries. Every try is charged. `read` throws a SourceFault for an answer that is none. */
  call<T>(request: SourceRequest, read: (response: SourceResponse) => T | Promise<T>): Promise<T>;
}

/** Rows for one of the imports, in its columns. */
export interface SourceTable {
  readonly kind: 'sales' | 'set-details' | 'retail-prices';
  readonly header: readonly string[];
  readonly rows: readonly (readonly CsvCell[])[];
}

export type SourceRows =
  | SourceTable
  | { readonly kind: 'catalog'; readonly folder: string }
  | { readonly kind: 'shop-feed'; readonly file: string; readonly retailer: Retailer }
  | { readonly kind: 'rates'; readonly rates: readonly ExchangeRate[] };

export interface SourceReply {
  /** Null: nothing new. */
  readonly rows: SourceRows | null;
  readonly items: readonly FinishedItem[];
  readonly memory?: Readonly<Record<string, unknown>>;
  /** Makes no call before. */
  readonly quietUntil?: Date | undefined;
  /** As the source sent it, for `sources try`. */
  readonly raw: unknown;
  /** After the import, before the item is finished. */
  readonly settle?: () => Promise<void>;
}

export type Market = () => Promise<readonly MarketItemFacts[]>;

export interface RankedItem {
  readonly item: string;
  /** Higher is asked first. */
  readonly rank: number;
}

/** A source of market data. It writes nothing and knows no storage. */
export interface Source {
  readonly name: string;
  readonly title: string;
  readonly termsUrl: string;
  /** Documented base; may be replaced by the operator. */
  readonly address: string;
  /** Each is an option with the name of a file: `consumer-key` is `--consumer-key-file`. `feed-url` is the address. */
  readonly secrets: readonly string[];
  readonly callsADay: number;
  readonly callsASecond: number;
  /** Calls at the same time, by all processes. */
  readonly atOnce: number;
  /** Items of one call. */
  readonly batch: number;
  /** The item that a user names; the example by default. Null: no such item. */
  itemOf(text: string | undefined, market: Market): Promise<string | null>;
  plan(market: Market, known: ReadonlyMap<string, SourceItem>, now: Date): Promise<readonly RankedItem[]>;
  ask(items: readonly SourceItem[], desk: Desk): Promise<SourceReply>;
  /** One call that fails if key or address are wrong. */
  probe(desk: Desk): Promise<void>;
}
