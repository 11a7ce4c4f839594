import type { EpochDay } from './calendar.ts';
import type { Condition } from './market.ts';
import type { Cents } from './money.ts';
import type { Retailer } from './retail.ts';

/** What may happen to a set; an account watches these by its holdings, a brickfolio, or listed sets. */
export const SET_EVENT_KINDS = [
  'price.dropped',
  'price.all_time_low',
  'seller.third_party_only',
  'stock.returned',
  'value.moved',
  'set.retiring',
  'set.retired',
] as const;

/** What happens to the market as a whole, or to one account. */
export const ACCOUNT_EVENT_KINDS = ['month.published', 'allowance.low', 'key.expiring'] as const;

/** Every kind of event that a rule may watch. */
export const EVENT_KINDS = [...SET_EVENT_KINDS, ...ACCOUNT_EVENT_KINDS] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** What an account is told without a rule: a test of its endpoint, and that an endpoint was switched off. */
export const NOTICE_KINDS = ['endpoint.test', 'endpoint.disabled'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** What is known about an event beside its amounts. A fact that does not belong to the kind is absent. */
export interface EventFacts {
  readonly setNumber?: string;
  readonly title?: string;
  readonly retailer?: Retailer;
  readonly condition?: Condition;
  /** The day on which the low before this one was last shown, as YYYY-MM-DD. */
  readonly previousLowDay?: string;
  /** The last day on sale, as YYYY-MM-DD. */
  readonly exitDay?: string;
  /** As YYYY-MM. */
  readonly month?: string;
  readonly keyId?: number;
  readonly keyName?: string;
  readonly keyLast4?: string;
  readonly used?: number;
  readonly dailyLimit?: number;
  /** ISO-8601. */
  readonly expiresAt?: string;
  /** Of an endpoint that was switched off. */
  readonly url?: string;
  readonly reason?: string;
}

/** An event as it stands in the log. Kind, subject and cause together are unique, so none is recorded twice. */
export interface RecordedEvent {
  readonly id: number;
  readonly kind: EventKind | NoticeKind;
  /** What it happened to, such as `set/75192-1/retailer_a`. */
  readonly subject: string;
  /** When the change itself took place, which may be before it was recorded. */
  readonly occurredAt: Date;
  readonly recordedAt: Date;
  /** The amount before: the earlier price, the previous low, or the value 30 days ago. Null: the kind has none. */
  readonly oldCents: Cents | null;
  readonly newCents: Cents | null;
  readonly facts: EventFacts;
}

/** News about one set at one retailer, found by comparing its state before and after an import. */
export interface RetailEvent {
  readonly kind: EventKind;
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
  readonly kind: EventKind;
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

/** Whether a day counts as news: older changes are recorded, but make no alert. */
export const NEWS_DAYS: EpochDay = 7;
