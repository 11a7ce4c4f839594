import type {
  Alert,
  AlertRule,
  EventSource,
  FiringState,
  MailSchedule,
  RecordedEvent,
  RuleConditions,
} from '@brickmarket/domain';

/** What an account says about a new rule. */
export type NewAlertRule = Omit<AlertRule, 'id' | 'accountId' | 'createdAt' | 'pausedAt'>;

/** The rules of accounts. */
export abstract class AlertRules {
  /** Throws InvalidInputError for an unknown set, brickfolio or endpoint. */
  abstract create(accountId: number, rule: NewAlertRule, now: Date): Promise<AlertRule>;

  /** Deletes deliveries queued only for this rule to removed destinations. Null: no such rule. Throws as `create`. */
  abstract update(accountId: number, ruleId: number, rule: NewAlertRule): Promise<AlertRule | null>;

  /** Pausing deletes deliveries that only this rule queued. Null resumes. False: no such rule. */
  abstract setPaused(accountId: number, ruleId: number, pausedAt: Date | null): Promise<boolean>;

  abstract list(accountId: number): Promise<readonly AlertRule[]>;

  /** Deletes deliveries that only this rule queued. False: no such rule. */
  abstract remove(accountId: number, ruleId: number): Promise<boolean>;

  /** Events the rule would have matched, in time order, from price and value histories too. */
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
  readonly publicKey: string;
  readonly createdAt: Date;
  /** First 2xx response to a signed test. Until then only tests are sent. */
  readonly verifiedAt: Date | null;
  /** Until when earlier secrets also sign; null: never rotated. */
  readonly previousUntil: Date | null;
  /** Null: the last delivery was accepted, or there was none. */
  readonly failingSince: Date | null;
  readonly disabledAt: Date | null;
  readonly disabledReason: string | null;
}

/** Written by accounts, read only by the delivering process. */
export interface EndpointSecrets {
  readonly secret: string;
  readonly privateKey: string;
  readonly publicKey: string;
}

/** Reason of an endpoint paused by its owner. */
export const PAUSED = 'paused by you';

/** Something that cannot be done yet. */
export interface NotBefore {
  readonly retryAt: Date;
}

/** The endpoints of accounts. */
export abstract class WebhookEndpoints {
  abstract create(
    accountId: number,
    endpoint: { readonly url: string; readonly description: string; readonly secrets: EndpointSecrets },
    now: Date,
  ): Promise<WebhookEndpoint>;

  abstract list(accountId: number): Promise<readonly WebhookEndpoint[]>;

  /** Earlier secrets sign until `bothUntil` or their own end, or NotBefore if too many do. Null: no such endpoint. */
  abstract rotate(
    accountId: number,
    endpointId: number,
    secrets: EndpointSecrets,
    times: { readonly now: Date; readonly bothUntil: Date },
  ): Promise<WebhookEndpoint | NotBefore | null>;

  /** Queued deliveries wait. False: no such endpoint. */
  abstract pause(accountId: number, endpointId: number, now: Date): Promise<boolean>;

  abstract enable(accountId: number, endpointId: number): Promise<boolean>;

  /** Deletes queued deliveries too. False: no such endpoint. */
  abstract remove(accountId: number, endpointId: number): Promise<boolean>;

  /** Queues a test event within the limits of account and host. Null: no such endpoint. */
  abstract test(
    accountId: number,
    endpointId: number,
    now: Date,
  ): Promise<{ readonly messageId: string } | NotBefore | null>;
}

/** `pending` has attempts left, `failed` has none. */
export type DeliveryState = 'pending' | 'delivered' | 'failed';

/** One attempt at a delivery. */
export interface DeliveryAttempt {
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly excerpt: string | null;
}

/** A delivery with all its attempts, oldest first. */
export interface DeliveryRecord {
  readonly id: number;
  readonly messageId: string;
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
  readonly endpointId?: number;
};

/** What came of asking to send deliveries again. */
export interface Replayed {
  readonly replayed: number;
  /** Selected deliveries that a limit holds back. */
  readonly waiting: number;
  readonly retryAt: Date | null;
}

/** Page by the number of its last record, so that new records move nothing. */
export interface NewestFirst {
  readonly limit: number;
  readonly before?: number | null;
}

/** Counting unread alerts stops here. */
export const MAX_UNREAD = 100;

/** An alert as the inbox lists it. */
export interface ListedAlert extends Alert {
  /** By rule id; deleted rules are absent. */
  readonly ruleNames: readonly string[];
}

/** An account's alerts, and what became of their deliveries. */
export abstract class AlertInbox {
  abstract list(accountId: number, page: NewestFirst): Promise<readonly ListedAlert[]>;

  abstract countUnread(accountId: number): Promise<number>;

  abstract markRead(accountId: number, throughEventId: number, now: Date): Promise<number>;

  /** Newest first by delivery number. */
  abstract listDeliveries(
    accountId: number,
    page: NewestFirst & { readonly endpointId?: number | null },
  ): Promise<readonly DeliveryRecord[]>;

  /** Resends to verified endpoints under the same message id, oldest first, within the limits of account and host. */
  abstract replay(accountId: number, which: ReplaySelection, now: Date): Promise<Replayed>;
}

/** Secret feed addresses at which readers find an account's alerts. */
export abstract class AlertFeeds {
  /** Start of the present address; null: no feed. */
  abstract findCreatedAt(accountId: number): Promise<Date | null>;

  /** Replaces the earlier secret immediately. */
  abstract save(accountId: number, secretHash: Buffer, now: Date): Promise<void>;

  abstract remove(accountId: number): Promise<boolean>;

  abstract findAccount(secretHash: Buffer): Promise<number | null>;
}

/** A new event, with a rule that watches its subject. */
export interface WatchedEvent {
  readonly event: Pick<RecordedEvent, 'kind' | 'occurredAt' | 'oldCents' | 'newCents' | 'facts'>;
  readonly rule: RuleConditions;
  /** Null: the rule sends no mail. */
  readonly schedule: MailSchedule | null;
  /** Null: never fired. */
  readonly state: FiringState | null;
}

/** Whether a rule fires, what is remembered of it, and when its mail is due; null: no mail. */
export interface MatchDecision {
  readonly fires: boolean;
  readonly state: FiringState | null;
  readonly mailAt: Date | null;
}

/** What came of one round of matching. */
export interface MatchCounts {
  readonly events: number;
  readonly alerts: number;
  readonly deliveries: number;
}

/** The process must finish it before `leasedUntil`. */
export interface LeasedDelivery {
  readonly id: number;
  readonly messageId: string;
  readonly accountId: number;
  readonly failures: number;
  readonly leasedUntil: Date;
  /** Process that holds the lease; null: only time ends it. */
  readonly leasedBy: number | null;
  readonly event: RecordedEvent;
}

/** A webhook to be sent now, with what it is signed with. */
export interface LeasedWebhook extends LeasedDelivery {
  readonly endpointId: number;
  readonly url: string;
  /** Null: last delivery accepted, or last failure before `quietSince`. */
  readonly failingSince: Date | null;
  readonly secrets: readonly Pick<EndpointSecrets, 'secret' | 'privateKey'>[];
}

/** A mail to be sent now. */
export interface LeasedMail extends LeasedDelivery {
  readonly email: string;
  readonly ruleNames: readonly string[];
}

/** How to lease deliveries. */
export interface LeaseRequest {
  readonly now: Date;
  readonly leasedUntil: Date;
  readonly most: number;
  /** Concurrent deliveries per endpoint; a failing one gets one. */
  readonly perEndpoint: number;
  /** An older last failure is forgotten: the next one starts a new failure period. */
  readonly quietSince: Date;
}

/** How to lease mail. */
export interface MailLeaseRequest {
  readonly now: Date;
  readonly leasedUntil: Date;
  /** Maximum accounts; each gets one mail with all that is due. */
  readonly accounts: number;
}

/** How an attempt ended, and what follows. */
export interface FinishedAttempt extends DeliveryAttempt {
  readonly retryAt: Date | null;
  readonly isDelivered: boolean;
  /** Starts a new failure period if the last failure was earlier. */
  readonly quietSince: Date;
  /** Reason to switch the endpoint off; null: keep it on. */
  readonly switchOff: string | null;
}

/** The work of the process that delivers, for all accounts. */
export abstract class DeliveryQueue {
  /**
   * Takes the oldest events in one transaction and asks about each rule that watches one, not about changes before
   * `newsSince`. Zeros while another matches.
   */
  abstract matchPending(request: {
    readonly most: number;
    readonly newsSince: Date;
    readonly now: Date;
    readonly decide: (watched: WatchedEvent) => MatchDecision;
  }): Promise<MatchCounts>;

  /** Working endpoints first; unverified ones get tests only. A lease ends with its time or its process. */
  abstract leaseWebhooks(request: LeaseRequest): Promise<readonly LeasedWebhook[]>;

  /** Leases end by time only, as a mail must not be sent twice. */
  abstract leaseMail(request: MailLeaseRequest): Promise<readonly LeasedMail[]>;

  /** A failure counts only while the lease lasts. */
  abstract finish(delivery: LeasedDelivery, attempt: FinishedAttempt): Promise<void>;
}
