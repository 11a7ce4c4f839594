import type { EventFacts, EventSource, RecordedEvent } from './events.ts';
import type { RetailerNames } from './retail.ts';

/** A JSON Schema, as far as it is used here. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** A field of a webhook's `data`. */
export interface PayloadField<Facts extends EventFacts = EventFacts> {
  readonly schema: JsonSchema;
  /** Null only when the schema allows it. */
  value(this: void, event: RecordedEvent<Facts>): string | number | null;
}

/**
 * Everything that is said about a kind of event. The webhook and its schema, the sentence in mail and inbox, the rule
 * dialog, the command line and the trial on the past year all come from it. An extension hands over its own.
 */
export interface EventKind<Facts extends EventFacts = EventFacts> {
  /** Subject and verb, such as `price.dropped`: the type of the webhook. A contract: it never changes. */
  readonly name: string;
  /** What has happened, for the authors of receivers. */
  readonly summary: string;
  /** The webhook's `data`, in the order in which it is sent. A contract: fields are only added. */
  readonly data: Readonly<Record<string, PayloadField<Facts>>>;
  /** The event in one sentence, without a full stop, with the names that this installation gives the retailers. */
  sentence(this: void, event: RecordedEvent<Facts>, names: RetailerNames): string;
  /** The page of the account area that shows what it is about, such as `/keys`. */
  page(this: void, event: RecordedEvent<Facts>): string;
  /** What a rule of this kind watches and may say. Null: there are no such rules, the account is always told. */
  readonly rule: RuleOptions | null;
}

/** A kind that rules can watch. */
export type WatchableKind = EventKind & { readonly rule: RuleOptions };

/**
 * What a price limit means to rules of a kind.
 * - `none`: the kind has no price.
 * - `at_event`: the price must be at the limit or below when the event happens.
 * - `crossing`: the price must fall from above the limit to it or below, and recover before the rule fires again.
 */
export const PRICE_LIMITS = ['none', 'at_event', 'crossing'] as const;
/** What a price limit means to rules of a kind: see `PRICE_LIMITS`. */
export type PriceLimit = (typeof PRICE_LIMITS)[number];

/** What a rule of a kind may say. */
export interface RuleOptions {
  /** In the list of what to be told about. */
  readonly title: string;
  /** Completes "Tells you when". */
  when(this: void, words: RuleWords): string;
  /** `account`: it happens to the account, or to the market as a whole. */
  readonly watches: 'sets' | 'account';
  /** Whether a rule may ask for one retailer. */
  readonly byRetailer: boolean;
  readonly priceLimit: PriceLimit;
  /** Whether a rule may ask for a minimum change between the two amounts of the event. */
  readonly byChange: boolean;
  readonly defaults: { readonly minChangePct: number; readonly rearmMinutes: number };
  readonly source: EventSource;
}

/** What a rule's sentence is made of. */
export interface RuleWords {
  /** The sets that are watched, such as `a set you hold`. */
  readonly set: string;
  /** The price limit, such as `$49.99`. Null: none. */
  readonly limit: string | null;
}
