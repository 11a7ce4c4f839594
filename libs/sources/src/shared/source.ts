import type { CsvCell } from '@brickmarket/feeds';
import type { MarketItemFacts, SourceItem, StoredSource } from '@brickmarket/persistence-ports';
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
export type SourceRows =
  | {
      readonly kind: 'sales' | 'set-details';
      readonly header: readonly string[];
      readonly rows: readonly (readonly CsvCell[])[];
    }
  | { readonly kind: 'catalog'; readonly folder: string };

export interface SourceReply {
  /** Null: nothing new. */
  readonly rows: SourceRows | null;
  readonly hasFound: boolean;
  readonly dueAt: Date;
  readonly memory?: Readonly<Record<string, unknown>>;
  /** As the source sent it, for `sources try`. */
  readonly raw: unknown;
  /** After the import, before the item is finished. */
  readonly settle?: () => Promise<void>;
}

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
  /** Each is an option with the name of a file: `consumer-key` is `--consumer-key-file`. */
  readonly secrets: readonly string[];
  readonly callsADay: number;
  readonly callsASecond: number;
  /** Items asked for at the same time, by all processes. */
  readonly atOnce: number;
  /** The item that a user names; the example by default. Null: no such item. */
  itemOf(text: string | undefined): string | null;
  plan(
    market: () => Promise<readonly MarketItemFacts[]>,
    known: ReadonlyMap<string, SourceItem>,
    now: Date,
  ): Promise<readonly RankedItem[]>;
  ask(item: SourceItem, desk: Desk): Promise<SourceReply>;
  /** One call that fails if key or address are wrong. */
  probe(desk: Desk): Promise<void>;
}
