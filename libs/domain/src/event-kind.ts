import type { EventFacts, EventSource, RecordedEvent } from './events.ts';
import type { RetailerNames } from './retail.ts';

/** A JSON Schema, as far as it is used here. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** A field of a webhook's `data`. */
export interface PayloadField<Facts extends EventFacts = EventFacts> {
  readonly schema: JsonSchema;
  /** Null only if the schema allows it. */
  value(this: void, event: RecordedEvent<Facts>): string | number | null;
}

/** Defines an event type for webhook, mail, inbox, rules and command line. Extensions add their own. */
export interface EventKind<Facts extends EventFacts = EventFacts> {
  /** Webhook type, such as `price.dropped`. It never changes. */
  readonly name: string;
  readonly summary: string;
  /** Webhook `data`, in sending order. Fields are only added. */
  readonly data: Readonly<Record<string, PayloadField<Facts>>>;
  /** One sentence without a full stop, with this installation's retailer names. */
  sentence(this: void, event: RecordedEvent<Facts>, names: RetailerNames): string;
  /** Page of the account area, such as `/keys`. */
  page(this: void, event: RecordedEvent<Facts>): string;
  /** Null: always sent to the account, without rules. */
  readonly rule: RuleOptions | null;
}

/** A kind that rules can watch. */
export type WatchableKind = EventKind & { readonly rule: RuleOptions };

/** `at_event`: at the limit or below. `crossing`: falls to the limit, and must recover to fire again. */
export const PRICE_LIMITS = ['none', 'at_event', 'crossing'] as const;
export type PriceLimit = (typeof PRICE_LIMITS)[number];

/** What a rule of a kind may say. */
export interface RuleOptions {
  readonly title: string;
  /** Completes "Tells you when". */
  when(this: void, words: RuleWords): string;
  /** `account`: about the account or the whole market. */
  readonly watches: 'sets' | 'account';
  readonly byRetailer: boolean;
  readonly priceLimit: PriceLimit;
  readonly byChange: boolean;
  readonly defaults: { readonly minChangePct: number; readonly rearmMinutes: number };
  readonly source: EventSource;
}

/** What a rule's sentence is made of. */
export interface RuleWords {
  /** Watched sets, such as `a set you hold`. */
  readonly set: string;
  /** Price limit, such as `$49.99`. */
  readonly limit: string | null;
}
