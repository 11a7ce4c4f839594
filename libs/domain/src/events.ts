import type { Cents } from './money.ts';
import type { Retailer } from './retail.ts';

/** A change of what a retailer shows of a set. Imports look for these, and so does a trial of a rule on the past. */
export const RETAIL_CHANGES = [
  'price_fell',
  'price_rose',
  'price_lowest_ever',
  'third_party_took_over',
  'retailer_took_over',
  'stock_ended',
  'stock_returned',
] as const;
export type RetailChange = (typeof RETAIL_CHANGES)[number];

/**
 * Where the events of a kind come from, and so how its past is found.
 *
 * - `retail`: imports of retail prices record each such change; the past is in the observations.
 * - `values`: valuations record each value that moved away from what it was 30 days before; the past is in the values.
 * - `log`: whoever brings the event about records it; the past is what the log has.
 */
export type EventSource =
  | { readonly from: 'retail'; readonly change: RetailChange }
  | { readonly from: 'values' }
  | { readonly from: 'log' };

/** What is known about an event beside its amounts. Which facts there are is up to its kind. */
export interface EventFacts {
  /** Of every event about a set. */
  readonly setNumber?: string;
  /** Of every event about a set at a retailer. */
  readonly retailer?: Retailer;
  readonly [fact: string]: string | number | undefined;
}

/** An event as it stands in the log. Kind, subject and cause together are unique, so none is recorded twice. */
export interface RecordedEvent<Facts extends EventFacts = EventFacts> {
  readonly id: number;
  /** The name of its kind, such as `price.dropped`. */
  readonly kind: string;
  /** What it happened to, such as `set/75192-1/retailer_a`. */
  readonly subject: string;
  /** When the change itself took place, which may be before it was recorded. */
  readonly occurredAt: Date;
  readonly recordedAt: Date;
  /** The amount before: the earlier price, the previous low, or the value 30 days ago. Null: the kind has none. */
  readonly oldCents: Cents | null;
  readonly newCents: Cents | null;
  readonly facts: Facts;
}

/** News about one set at one retailer, found by comparing its state before and after an import. */
export interface RetailEvent {
  readonly kind: string;
  readonly change: RetailChange;
  /** When the change took place. It identifies the event together with the kind, the set and the retailer. */
  readonly occurredAt: Date;
  readonly oldCents: Cents | null;
  readonly newCents: Cents | null;
}

/** What a rule watches. `account`: kinds that are not about sets. */
export type RuleScope =
  | { readonly scope: 'holdings' }
  | { readonly scope: 'brickfolio'; readonly brickfolioId: number }
  | { readonly scope: 'sets'; readonly setNumbers: readonly string[] }
  | { readonly scope: 'account' };

/** When mail of a rule is sent. Webhooks and the inbox get every alert at once. */
export interface MailSchedule {
  /** Minutes of the day, in `timeZone`; mail waits from the first to the second, which may be on the next day. */
  readonly quiet: { readonly fromMinute: number; readonly untilMinute: number } | null;
  /** All alerts until this minute of the day go into one mail; null: each is sent on its own. */
  readonly digestMinute: number | null;
  /** IANA name, such as `Europe/Copenhagen`. */
  readonly timeZone: string;
}

/** The conditions under which an event of the rule's kind becomes an alert. */
export interface RuleConditions {
  /** The name of the kind that it watches. */
  readonly kind: string;
  /** Null: either retailer. */
  readonly retailer: Retailer | null;
  /** Only when the price falls to this or below; null: any price. */
  readonly belowCents: Cents | null;
  /** Only when the amount changes by at least this much, and by `minChangePct` percent of the amount before. */
  readonly minChangeCents: Cents;
  readonly minChangePct: number;
  /** With `belowCents`: how far above it the price must have been, in percent, before it may fire again. */
  readonly hysteresisPct: number;
  /** How long the rule rests after it fired for a set or key. */
  readonly rearmMinutes: number;
}

/** A rule of an account. */
export interface AlertRule extends RuleConditions {
  readonly id: number;
  readonly accountId: number;
  readonly name: string;
  readonly watch: RuleScope;
  readonly mail: boolean;
  readonly endpointIds: readonly number[];
  readonly schedule: MailSchedule;
  readonly createdAt: Date;
  /** Null: it works. */
  readonly pausedAt: Date | null;
}

/** An account's own copy of an event: an entry of its inbox. */
export interface Alert {
  readonly event: RecordedEvent;
  readonly firedAt: Date;
  readonly readAt: Date | null;
}
