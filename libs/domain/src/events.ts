import type { Cents } from './money.ts';
import type { Retailer } from './retail.ts';

/** Changes that imports detect and rule trials replay. */
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

/** Source of past events: `retail` observations, `values` over 30 days, or the event `log`. */
export type EventSource =
  | { readonly from: 'retail'; readonly change: RetailChange }
  | { readonly from: 'values' }
  | { readonly from: 'log' };

/** What is known about an event in addition to its amounts. */
export interface EventFacts {
  readonly setNumber?: string;
  readonly retailer?: Retailer;
  readonly [fact: string]: string | number | undefined;
}

/** Type, subject and cause together are unique, so that no event is recorded twice. */
export interface RecordedEvent<Facts extends EventFacts = EventFacts> {
  readonly id: number;
  /** Event type, such as `price.dropped`. */
  readonly kind: string;
  /** Such as `set/75192-1/retailer_a`. */
  readonly subject: string;
  readonly occurredAt: Date;
  readonly recordedAt: Date;
  /** Earlier price, previous low, or value 30 days ago. */
  readonly oldCents: Cents | null;
  readonly newCents: Cents | null;
  readonly facts: Facts;
}

/** News about one set at one retailer, found by comparing its state before and after an import. */
export interface RetailEvent {
  readonly kind: string;
  readonly change: RetailChange;
  /** Time of the change; identifies the event with type, set and retailer. */
  readonly occurredAt: Date;
  readonly oldCents: Cents | null;
  readonly newCents: Cents | null;
}

/** `account`: types that are not about sets. */
export type RuleScope =
  | { readonly scope: 'holdings' }
  | { readonly scope: 'brickfolio'; readonly brickfolioId: number }
  | { readonly scope: 'sets'; readonly setNumbers: readonly string[] }
  | { readonly scope: 'account' };

/** Applies to mail only; webhooks and inbox get alerts immediately. */
export interface MailSchedule {
  /** Minutes of the day in `timeZone`; may span midnight. */
  readonly quiet: { readonly fromMinute: number; readonly untilMinute: number } | null;
  /** Minute of the day for the daily mail; null: one mail per alert. */
  readonly digestMinute: number | null;
  /** IANA name, such as `Europe/Copenhagen`. */
  readonly timeZone: string;
}

/** The conditions under which an event of the rule's kind becomes an alert. */
export interface RuleConditions {
  readonly kind: string;
  readonly retailer: Retailer | null;
  /** Fires at this price or below; null: any price. */
  readonly belowCents: Cents | null;
  /** Minimum change, with `minChangePct` percent of the amount before. */
  readonly minChangeCents: Cents;
  readonly minChangePct: number;
  /** Percent above `belowCents` that the price must reach to fire again. */
  readonly hysteresisPct: number;
  /** Cooldown per set or key. */
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
  readonly pausedAt: Date | null;
}

/** Per rule and subject, from the first firing on. */
export interface FiringState {
  readonly firedAt: Date;
  /** Price recovered since; always true without a price limit. */
  readonly isArmed: boolean;
}

/** An account's own copy of an event: an entry of its inbox. */
export interface Alert {
  readonly event: RecordedEvent;
  readonly firedAt: Date;
  readonly readAt: Date | null;
}
