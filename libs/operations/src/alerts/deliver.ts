import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EventKinds,
  isAccepted,
  isGivenUp,
  isGone,
  mailDueAt,
  nextAttemptAt,
  quietSince,
  signedHeaders,
  webhookPayload,
} from '@brickmarket/alerts';
import { type Clock, MS_PER_DAY, type RecordedEvent } from '@brickmarket/domain';
import type {
  DeliveryQueue,
  FinishedAttempt,
  LeasedDelivery,
  LeasedMail,
  LeasedWebhook,
} from '@brickmarket/persistence-ports';
import type { Mailer } from '../mail/mailer.ts';
import type { StakeArea } from '../resale/stakes.ts';
import { ALERTS_PER_MAIL, composeAlertMail } from './alert-mail.ts';
import { tellAlerts, type ToldAlert } from './told-alerts.ts';

export interface OutgoingWebhook {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WebhookAnswer {
  readonly status: number | null;
  readonly retryAfter: string | null;
  /** Why there was no response. */
  readonly error: string | null;
  readonly excerpt: string | null;
}

/** Always resolves, within a bounded time. */
export abstract class WebhookSender {
  abstract send(message: OutgoingWebhook): Promise<WebhookAnswer>;
}

export interface DelivererSettings {
  /** Concurrent deliveries of this process. */
  readonly slots: number;
  /** Of these, per endpoint. */
  readonly slotsPerEndpoint: number;
  /** Concurrent mails, separate so that a hanging mail server blocks only mail. */
  readonly mailSlots: number;
  /** Must exceed any attempt: afterwards another process may take the webhook. */
  readonly leaseMs: number;
  /** Must exceed the mailer's timeout, or a mail is sent twice. */
  readonly mailLeaseMs: number;
  readonly pollMs: number;
}

export const DEFAULT_DELIVERER: DelivererSettings = {
  slots: 256,
  slotsPerEndpoint: 4,
  mailSlots: 5,
  leaseMs: 60_000,
  mailLeaseMs: 60_000,
  pollMs: 500,
};

const EVENTS_PER_MATCH = 100_000;
/** Older events, as of a first import, make no alert. */
const NEWS_DAYS = 7;
const ERROR_PAUSE_MS = 1_000;
/** Collects finished deliveries, as one lease costs as much as many. */
const GATHER_MS = 20;

export interface DelivererNote {
  readonly message: string;
  readonly isFailure: boolean;
  readonly deliveryId?: number;
  readonly eventId?: number;
}

/** One delivery attempt, or one mail with several deliveries. */
export interface DeliveryAttempt {
  readonly channel: 'webhook' | 'mail';
  readonly isDelivered: boolean;
  readonly durationMs: number;
  readonly deliveryId: number;
  readonly eventId: number;
  readonly accountId: number;
  readonly status: number | null;
  readonly error: string | null;
}

/** Without a mailer, mail alerts wait. */
export interface DelivererContext {
  readonly kinds: EventKinds;
  readonly queue: DeliveryQueue;
  readonly sender: WebhookSender;
  readonly mailer: Pick<Mailer, 'isAvailable' | 'send'>;
  /** Prefix of links in mail. */
  readonly accountUrl: string;
  readonly clock: Clock;
  readonly report: (note: DelivererNote) => void;
  readonly attempted?: (attempt: DeliveryAttempt) => void;
  /** Without it, mails omit the stake. */
  readonly stakes?: StakeArea;
}

/** Matches events and sends alerts, in any number of processes: leases are taken over and resent under the same id. */
export class Deliverer {
  readonly #webhooks = new Set<Promise<void>>();
  readonly #mails = new Set<Promise<void>>();
  #wake: () => void = () => undefined;
  #isStopping = false;
  #roundEndedAt = 0;

  constructor(
    private readonly context: DelivererContext,
    private readonly settings: DelivererSettings = DEFAULT_DELIVERER,
  ) {}

  /** End of the last successful round in epoch milliseconds; 0: none. */
  get roundEndedAt(): number {
    return this.#roundEndedAt;
  }

  get underWay(): number {
    return this.#webhooks.size + this.#mails.size;
  }

  /** Runs until the signal, then finishes deliveries in progress. Waits for an unreachable database. */
  async run(stopping: AbortSignal): Promise<void> {
    const stop = (): void => {
      this.#isStopping = true;
      this.#wake();
    };
    stopping.addEventListener('abort', stop, { once: true });
    while (!stopping.aborted) {
      try {
        const did = await this.round();
        if (this.underWay > 0) {
          await this.#pause(this.settings.pollMs, stopping);
          await sleep(GATHER_MS);
        } else if (did === 0) await this.#pause(this.settings.pollMs, stopping);
      } catch (error) {
        this.#fail(error as Error);
        await this.#pause(ERROR_PAUSE_MS, stopping);
      }
    }
    await this.settled();
  }

  async #pause(ms: number, stopping: AbortSignal): Promise<void> {
    if (stopping.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async settled(): Promise<void> {
    await Promise.all([...this.#webhooks, ...this.#mails]);
  }

  /** Returns matched events and started deliveries. */
  async round(): Promise<number> {
    const did = (await this.#match()) + (await this.#beginWebhooks()) + (await this.#beginMails());
    this.#roundEndedAt = this.context.clock.now().getTime();
    return did;
  }

  #fail({ message }: Error): void {
    this.context.report({ message, isFailure: true });
  }

  async #beginWebhooks(): Promise<number> {
    const { slots, slotsPerEndpoint: perEndpoint, leaseMs } = this.settings;
    const most = slots - this.#webhooks.size;
    if (most <= 0) return 0;
    const { now, leasedUntil } = this.#lease(leaseMs);
    const request = { now, leasedUntil, most, perEndpoint, quietSince: quietSince(now) };
    const webhooks = await this.context.queue.leaseWebhooks(request);
    for (const webhook of webhooks) this.#begin(this.#webhooks, this.#sendWebhook(webhook));
    return webhooks.length;
  }

  async #beginMails(): Promise<number> {
    const { mailSlots, mailLeaseMs } = this.settings;
    const accounts = mailSlots - this.#mails.size;
    if (accounts <= 0 || !this.context.mailer.isAvailable) return 0;
    const mail = await this.context.queue.leaseMail({ ...this.#lease(mailLeaseMs), accounts });
    for (const accountId of new Set(mail.map((one) => one.accountId)))
      this.#begin(this.#mails, this.#sendMail(mail.filter((one) => one.accountId === accountId)));
    return mail.length;
  }

  #lease(forMs: number): { readonly now: Date; readonly leasedUntil: Date } {
    const now = this.context.clock.now();
    return { now, leasedUntil: new Date(now.getTime() + forMs) };
  }

  async #match(): Promise<number> {
    const { kinds, queue, clock, report } = this.context;
    const now = clock.now();
    const schedules = await queue.listSchedules();
    const { events, alerts, deliveries } = await queue.matchPending({
      most: EVENTS_PER_MATCH,
      newsSince: new Date(now.getTime() - NEWS_DAYS * MS_PER_DAY),
      now,
      dueAt: schedules.map((schedule) => ({ schedule, at: mailDueAt(schedule, now) })),
      crossingKinds: kinds.watchable.filter(({ rule }) => rule.priceLimit === 'crossing').map(({ name }) => name),
    });
    if (alerts > 0)
      report({ message: `${events} events made ${alerts} alerts and ${deliveries} deliveries`, isFailure: false });
    return events;
  }

  #begin(underWay: Set<Promise<void>>, delivery: Promise<void>): void {
    const settled = delivery
      .catch((error: Error) => this.#fail(error))
      .finally(() => {
        underWay.delete(settled);
        this.#wake();
      });
    underWay.add(settled);
  }

  async #sendWebhook(webhook: LeasedWebhook): Promise<void> {
    const { clock, kinds, sender } = this.context;
    const startedAt = clock.now();
    const body = bodyOf(kinds, webhook.event);
    const answer =
      body instanceof Error
        ? { status: null, retryAfter: null, error: body.message, excerpt: null }
        : await sender.send({
            url: webhook.url,
            headers: signedHeaders({ id: webhook.messageId, sentAt: startedAt, body }, webhook.secrets),
            body,
          });
    const now = clock.now();
    const isDelivered = isAccepted(answer);
    const durationMs = now.getTime() - startedAt.getTime();
    const { status, error } = answer;
    this.context.attempted?.({ channel: 'webhook', isDelivered, durationMs, ...idsOf(webhook), status, error });
    await this.#finish(webhook, {
      startedAt,
      durationMs,
      status: answer.status,
      error: answer.error,
      excerpt: answer.excerpt,
      isDelivered,
      quietSince: quietSince(startedAt),
      retryAt: isDelivered ? null : nextAttemptAt(webhook.failures + 1, answer, now, Math.random()),
      switchOff: isDelivered || body instanceof Error ? null : switchOffReason(webhook, answer, now),
    });
  }

  async #sendMail(mail: readonly LeasedMail[]): Promise<void> {
    const { accountUrl, clock, kinds, mailer } = this.context;
    const { email } = mail[0]!;
    const alerts = await this.#toldAlerts(mail);
    const startedAt = clock.now();
    // Constant across retries, so that a mail server can detect duplicates.
    const id = mail[0]!.messageId;
    const error = await mailer.send({ to: email, id, ...composeAlertMail(kinds, alerts, accountUrl) }).then(
      () => null,
      (reason: Error) => reason.message,
    );
    const now = clock.now();
    const durationMs = now.getTime() - startedAt.getTime();
    const isDelivered = error === null;
    this.context.attempted?.({ channel: 'mail', isDelivered, durationMs, ...idsOf(mail[0]!), status: null, error });
    // Shared, so that they form one mail again next time.
    const random = Math.random();
    const finished = (one: LeasedDelivery): FinishedAttempt => ({
      startedAt,
      durationMs,
      status: null,
      error,
      excerpt: null,
      isDelivered,
      quietSince: quietSince(startedAt),
      retryAt: error === null ? null : nextAttemptAt(one.failures + 1, { status: null, retryAfter: null }, now, random),
      switchOff: null,
    });
    await Promise.all(mail.map((one) => this.#finish(one, finished(one))));
  }

  async #toldAlerts(mail: readonly LeasedMail[]): Promise<readonly ToldAlert[]> {
    const { clock, stakes } = this.context;
    const untold = mail.map(({ event, ruleNames }) => ({ event, ruleNames, stake: null }));
    if (stakes === undefined) return untold;
    const listed = await tellAlerts(stakes, mail[0]!.accountId, untold.slice(0, ALERTS_PER_MAIL), clock.now());
    return [...listed, ...untold.slice(ALERTS_PER_MAIL)];
  }

  /** Retries while the database is unreachable: otherwise accepted deliveries are sent again. */
  async #finish(delivery: LeasedDelivery, attempt: FinishedAttempt): Promise<void> {
    const { clock, queue, report } = this.context;
    for (;;) {
      try {
        return await queue.finish(delivery, attempt);
      } catch (error) {
        if (this.#isStopping || clock.now() >= delivery.leasedUntil) throw error;
        const { deliveryId, eventId } = idsOf(delivery);
        report({ message: `${(error as Error).message}; trying again`, isFailure: true, deliveryId, eventId });
        await sleep(ERROR_PAUSE_MS);
      }
    }
  }
}

function idsOf({ id, event, accountId }: LeasedDelivery): {
  readonly deliveryId: number;
  readonly eventId: number;
  readonly accountId: number;
} {
  return { deliveryId: id, eventId: event.id, accountId };
}

/** Unknown types are errors and retried: another process may know them. */
function bodyOf(kinds: EventKinds, event: RecordedEvent): string | Error {
  try {
    return JSON.stringify(webhookPayload(kinds, event));
  } catch (error) {
    return error as Error;
  }
}

function switchOffReason({ failingSince }: LeasedWebhook, answer: WebhookAnswer, now: Date): string | null {
  if (isGone(answer)) return 'the receiver answered 410 (gone)';
  return failingSince !== null && isGivenUp(failingSince, now)
    ? `no delivery was accepted since ${failingSince.toISOString()}`
    : null;
}
