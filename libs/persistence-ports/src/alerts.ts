import type { Alert, AlertRule, EventSource, MailSchedule, RecordedEvent } from '@brickmarket/domain';

/** What an account says about a new rule. */
export type NewAlertRule = Omit<AlertRule, 'id' | 'accountId' | 'createdAt' | 'pausedAt'>;

/** The rules of accounts. Every method works for one account and sees no other's. */
export abstract class AlertRules {
  /** Throws an InvalidInputError that names a set, brickfolio or endpoint that the account does not have. */
  abstract create(accountId: number, rule: NewAlertRule, now: Date): Promise<AlertRule>;

  /**
   * What waits to be sent for the rule alone to a place that it no longer names is deleted. Under other conditions it
   * begins anew, as if it had never fired. Null: no such rule. Throws as `create` does.
   */
  abstract update(accountId: number, ruleId: number, rule: NewAlertRule): Promise<AlertRule | null>;

  /**
   * A paused rule makes no alert, and what waits to be delivered for it alone is deleted. Null: it works again. False:
   * no such rule.
   */
  abstract setPaused(accountId: number, ruleId: number, pausedAt: Date | null): Promise<boolean>;

  /** By id. */
  abstract list(accountId: number): Promise<readonly AlertRule[]>;

  /** From then on it makes no alert, and what waits to be delivered for it alone is deleted. False: no such rule. */
  abstract remove(accountId: number, ruleId: number): Promise<boolean>;

  /**
   * The events since an instant that the rule would have been asked about, in time order. Changes of prices and values
   * come from their histories, so that the time before the log began is included.
   */
  abstract listPast(
    accountId: number,
    rule: Pick<NewAlertRule, 'kind' | 'watch'> & { readonly source: EventSource },
    since: Date,
  ): Promise<readonly RecordedEvent[]>;
}

/** An address that an account's alerts are sent to. */
export interface WebhookEndpoint {
  readonly id: number;
  readonly url: string;
  readonly description: string;
  /** `whpk_...`, for receivers that verify without a shared secret. */
  readonly publicKey: string;
  readonly createdAt: Date;
  /** When it first answered a signed test with 2xx. Null: not yet; until then it gets nothing but tests. */
  readonly verifiedAt: Date | null;
  /** Until when the secrets before the last rotation sign as well; null: never rotated. */
  readonly previousUntil: Date | null;
  /** Null: the last delivery was accepted, or there was none. */
  readonly failingSince: Date | null;
  readonly disabledAt: Date | null;
  readonly disabledReason: string | null;
}

/** Secrets of an endpoint: written, and read only by the process that delivers. */
export interface EndpointSecrets {
  readonly secret: string;
  readonly privateKey: string;
  readonly publicKey: string;
}

/** The reason of an endpoint that its owner has paused. */
export const PAUSED = 'paused by you';

/** Something that cannot be done yet. */
export interface NotBefore {
  /** When it can be done. */
  readonly retryAt: Date;
}

/** The endpoints of accounts. Every method works for one account and sees no other's. */
export abstract class WebhookEndpoints {
  abstract create(
    accountId: number,
    endpoint: { readonly url: string; readonly description: string; readonly secrets: EndpointSecrets },
    now: Date,
  ): Promise<WebhookEndpoint>;

  /** By id. */
  abstract list(accountId: number): Promise<readonly WebhookEndpoint[]>;

  /**
   * New secrets, beside which the present ones sign until `bothUntil`, and earlier ones until what was said then. Only
   * a few secrets sign at once: with too many it is refused until the first of them ends. Null: no such endpoint.
   */
  abstract rotate(
    accountId: number,
    endpointId: number,
    secrets: EndpointSecrets,
    times: { readonly now: Date; readonly bothUntil: Date },
  ): Promise<WebhookEndpoint | NotBefore | null>;

  /** Nothing is sent to it until it is switched on; what waits, waits. False: no such endpoint. */
  abstract pause(accountId: number, endpointId: number, now: Date): Promise<boolean>;

  /** Switches an endpoint on again. False: no such endpoint. */
  abstract enable(accountId: number, endpointId: number): Promise<boolean>;

  /** With everything that waits to be sent to it. False: no such endpoint. */
  abstract remove(accountId: number, endpointId: number): Promise<boolean>;

  /**
   * Sends an event that says it is a test, as far as the limits of the account and of the host allow: exactly, however
   * many are asked for at once. Null: no such endpoint.
   */
  abstract test(
    accountId: number,
    endpointId: number,
    now: Date,
  ): Promise<{ readonly messageId: string } | NotBefore | null>;
}

/** Where a delivery is: `pending` has attempts left, `failed` has none. */
export type DeliveryState = 'pending' | 'delivered' | 'failed';

/** One attempt at a delivery. */
export interface DeliveryAttempt {
  readonly startedAt: Date;
  readonly durationMs: number;
  /** Null: no response. */
  readonly status: number | null;
  readonly error: string | null;
  /** The beginning of the response. */
  readonly excerpt: string | null;
}

/** A delivery with all its attempts, oldest first. */
export interface DeliveryRecord {
  readonly id: number;
  readonly messageId: string;
  /** Null: by mail. */
  readonly endpointId: number | null;
  readonly state: DeliveryState;
  readonly dueAt: Date;
  readonly event: RecordedEvent;
  readonly attempts: readonly DeliveryAttempt[];
}

/** Which deliveries to send again. */
export type ReplaySelection = (
  | { readonly deliveryId: number }
  | { readonly allFailed: true }
  | { readonly since: Date }
) & {
  /** Of this endpoint alone. */
  readonly endpointId?: number;
};

/** What came of asking to send deliveries again. */
export interface Replayed {
  readonly replayed: number;
  /** How many more were meant, and may not be sent yet. */
  readonly waiting: number;
  /** When some of those may be; null: none waits. */
  readonly retryAt: Date | null;
}

/** A part of a list that is newest first: by the number of its last record, so that new ones move nothing. */
export interface NewestFirst {
  readonly limit: number;
  /** Only what is older than this. */
  readonly before?: number | null;
}

/** More unread alerts than this are not counted. */
export const MAX_UNREAD = 100;

/** An alert as the inbox lists it. */
export interface ListedAlert extends Alert {
  /** Of the rules that made it, by id. Rules that were deleted since are absent. */
  readonly ruleNames: readonly string[];
}

/** An account's alerts, and what became of their deliveries. Every method works for one account. */
export abstract class AlertInbox {
  /** Newest first, by the number of the event. */
  abstract list(accountId: number, page: NewestFirst): Promise<readonly ListedAlert[]>;

  /** How many are unread, at most `MAX_UNREAD`. */
  abstract countUnread(accountId: number): Promise<number>;

  /** Marks as read all alerts up to an event; returns how many were unread. */
  abstract markRead(accountId: number, throughEventId: number, now: Date): Promise<number>;

  /** Newest first, by the number of the delivery; with an endpoint, only what goes to it. */
  abstract listDeliveries(
    accountId: number,
    page: NewestFirst & { readonly endpointId?: number | null },
  ): Promise<readonly DeliveryRecord[]>;

  /**
   * Sends webhooks again, under the same message id, to endpoints that are verified: the oldest first, as many as the
   * limits of the account and of the host allow.
   */
  abstract replay(accountId: number, which: ReplaySelection, now: Date): Promise<Replayed>;
}

/** The feeds of accounts: an address with a secret, at which a feed reader finds the alerts of one account. */
export abstract class AlertFeeds {
  /** Since when the present address has been good; null: the account has no feed. */
  abstract findCreatedAt(accountId: number): Promise<Date | null>;

  /** From then on this secret opens the feed, and the one before no longer does. */
  abstract save(accountId: number, secretHash: Buffer, now: Date): Promise<void>;

  /** False: the account has no feed. */
  abstract remove(accountId: number): Promise<boolean>;

  /** The account whose feed a secret opens; null: none. */
  abstract findAccount(secretHash: Buffer): Promise<number | null>;
}

/** What came of one round of matching. */
export interface MatchCounts {
  readonly events: number;
  readonly alerts: number;
  readonly deliveries: number;
}

/** A delivery that this process must finish before `leasedUntil`. */
export interface LeasedDelivery {
  readonly id: number;
  readonly messageId: string;
  readonly accountId: number;
  readonly failures: number;
  readonly leasedUntil: Date;
  /** Identifies the process that leased it; null: the lease ends by its time alone. */
  readonly leasedBy: number | null;
  readonly event: RecordedEvent;
}

/** A webhook to be sent now, with what it is signed with. */
export interface LeasedWebhook extends LeasedDelivery {
  readonly endpointId: number;
  readonly url: string;
  /** Null: the last delivery was accepted, or the last failure is longer ago than `quietSince`. */
  readonly failingSince: Date | null;
  /** The newest first. */
  readonly secrets: readonly Pick<EndpointSecrets, 'secret' | 'privateKey'>[];
}

/** A mail to be sent now. */
export interface LeasedMail extends LeasedDelivery {
  readonly email: string;
  /** Of the rules that it is sent for, by id. */
  readonly ruleNames: readonly string[];
}

/** How to lease deliveries. */
export interface LeaseRequest {
  readonly now: Date;
  readonly leasedUntil: Date;
  /** At most this many. */
  readonly most: number;
  /** At most this many under way at one endpoint; one that fails gets a single one. */
  readonly perEndpoint: number;
  /** An endpoint whose last failure was before this fails anew. */
  readonly quietSince: Date;
}

/** How to lease mail. */
export interface MailLeaseRequest {
  readonly now: Date;
  readonly leasedUntil: Date;
  /** At most of this many accounts: all that is due for one of them is one mail. */
  readonly accounts: number;
}

/** How an attempt ended, and what follows. */
export interface FinishedAttempt extends DeliveryAttempt {
  /** Null: no further attempt. */
  readonly retryAt: Date | null;
  readonly isDelivered: boolean;
  /** After a failure: an endpoint that has not failed since then fails anew. */
  readonly quietSince: Date;
  /** Why the endpoint is switched off; null: it is not. */
  readonly switchOff: string | null;
}

/** The work of the process that delivers, for all accounts. */
export abstract class DeliveryQueue {
  /** The distinct mail schedules of all rules. */
  abstract listSchedules(): Promise<readonly MailSchedule[]>;

  /**
   * Asks all rules about the oldest pending events: alerts and deliveries are written, and the events are no longer
   * pending, in one transaction. Changes before `newsSince` make no alert. Mail is due at the time given for its
   * schedule. A price limit of a rule for one of `crossingKinds` must be crossed; of others, it is a condition on the
   * price. Only one process does this at a time; another gets zeros.
   */
  abstract matchPending(request: {
    readonly most: number;
    readonly newsSince: Date;
    readonly now: Date;
    readonly dueAt: readonly { readonly schedule: MailSchedule; readonly at: Date }[];
    readonly crossingKinds: readonly string[];
  }): Promise<MatchCounts>;

  /**
   * Endpoints that work come before those that fail; one that is not verified gets tests alone. A lease ends with its
   * time, or with the process: what a process has leased that is gone, another may lease at once.
   */
  abstract leaseWebhooks(request: LeaseRequest): Promise<readonly LeasedWebhook[]>;

  /** These leases end by their time alone: a mail must not be sent by two processes, and may well be a minute late. */
  abstract leaseMail(request: MailLeaseRequest): Promise<readonly LeasedMail[]>;

  /** Records an attempt and what follows from it. A failure counts only while the lease lasts. */
  abstract finish(delivery: LeasedDelivery, attempt: FinishedAttempt): Promise<void>;
}
