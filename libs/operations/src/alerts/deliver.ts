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

/** A signed message, ready to be sent. */
export interface OutgoingWebhook {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What came back. */
export interface WebhookAnswer {
  /** Null: no response. */
  readonly status: number | null;
  readonly retryAfter: string | null;
  /** Why there was no response. */
  readonly error: string | null;
  /** The beginning of the response. */
  readonly excerpt: string | null;
}

/** Sends one message and always resolves, within a bounded time. */
export abstract class WebhookSender {
  abstract send(message: OutgoingWebhook): Promise<WebhookAnswer>;
}

/** How the deliverer works. */
export interface DelivererSettings {
  /** Deliveries under way at once, in this process. */
  readonly slots: number;
  /** Of these, at one endpoint. */
  readonly slotsPerEndpoint: number;
  /** Mails under way at once, beside those: a mail server that hangs occupies these alone. */
  readonly mailSlots: number;
  /** After this, another process may take a webhook that was not finished. Longer than any attempt. */
  readonly leaseMs: number;
  /** The same for mail. Longer than the mailer takes to send one or to give up, or it is sent twice. */
  readonly mailLeaseMs: number;
  /** How long to wait when there is nothing to do. */
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
/** What happened earlier, as a first import brings it, is recorded and makes no alert. */
const NEWS_DAYS = 7;
const ERROR_PAUSE_MS = 1_000;
/** After the end of one delivery, others are waited for: to lease one takes as long as to lease many. */
const GATHER_MS = 20;

/** What the deliverer tells whoever watches it. */
export interface DelivererNote {
  readonly message: string;
  readonly isFailure: boolean;
  /** Of the delivery that it is about. */
  readonly deliveryId?: number;
  readonly eventId?: number;
}

/** One attempt to deliver, or one mail with several deliveries. */
export interface DeliveryAttempt {
  readonly channel: 'webhook' | 'mail';
  readonly isDelivered: boolean;
  readonly durationMs: number;
  readonly deliveryId: number;
  readonly eventId: number;
  readonly accountId: number;
  /** Null: no response, or a mail. */
  readonly status: number | null;
  readonly error: string | null;
}

/** What the deliverer uses. Mail is optional: without it, alerts by mail wait. */
export interface DelivererContext {
  readonly kinds: EventKinds;
  readonly queue: DeliveryQueue;
  readonly sender: WebhookSender;
  readonly mailer: Pick<Mailer, 'isAvailable' | 'send'>;
  /** Where people open the account area: links in mail begin with it. */
  readonly accountUrl: string;
  readonly clock: Clock;
  readonly report: (note: DelivererNote) => void;
  readonly attempted?: (attempt: DeliveryAttempt) => void;
  /** Without it, mails do not say what an alert means to its account. */
  readonly stakes?: StakeArea;
}

/**
 * Asks rules about new events and sends what comes of it, to webhooks and by mail. Any number of processes may do this:
 * deliveries are leased. A process that dies loses nothing; what it had begun is sent again, under the same id.
 */
export class Deliverer {
  readonly #webhooks = new Set<Promise<void>>();
  readonly #mails = new Set<Promise<void>>();
  /** Ends the pause of `run`. */
  #wake: () => void = () => undefined;
  #isStopping = false;
  #roundEndedAt = 0;

  constructor(
    private readonly context: DelivererContext,
    private readonly settings: DelivererSettings = DEFAULT_DELIVERER,
  ) {}

  /** When the last round ended that did not fail, in milliseconds of the epoch; 0 before the first. */
  get roundEndedAt(): number {
    return this.#roundEndedAt;
  }

  /** Deliveries and mails under way. */
  get underWay(): number {
    return this.#webhooks.size + this.#mails.size;
  }

  /** Works until the signal, then waits for what is under way. A database that is away is waited for. */
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

  /** Waits for a time, for the end of a delivery, which makes room for another, or for the signal. */
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

  /** Waits for what is under way. */
  async settled(): Promise<void> {
    await Promise.all([...this.#webhooks, ...this.#mails]);
  }

  /** Matches events and begins deliveries; returns how many of both. */
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
    // The same whenever the same alerts are sent again: a mail server that had taken them without saying so can tell.
    const id = mail[0]!.messageId;
    const error = await mailer.send({ to: email, id, ...composeAlertMail(kinds, alerts, accountUrl) }).then(
      () => null,
      (reason: Error) => reason.message,
    );
    const now = clock.now();
    const durationMs = now.getTime() - startedAt.getTime();
    const isDelivered = error === null;
    this.context.attempted?.({ channel: 'mail', isDelivered, durationMs, ...idsOf(mail[0]!), status: null, error });
    // The same for all of them, so that they are one mail again the next time.
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

  /** What is told of all that is due for one account. */
  async #toldAlerts(mail: readonly LeasedMail[]): Promise<readonly ToldAlert[]> {
    const { clock, stakes } = this.context;
    const untold = mail.map(({ event, ruleNames }) => ({ event, ruleNames, stake: null }));
    if (stakes === undefined) return untold;
    const listed = await tellAlerts(stakes, mail[0]!.accountId, untold.slice(0, ALERTS_PER_MAIL), clock.now());
    return [...listed, ...untold.slice(ALERTS_PER_MAIL)];
  }

  /**
   * Records an attempt, again while the database is away: without it, what was accepted would be sent once more, and
   * what failed would wait for the end of the lease of a process that lives.
   */
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

/** What is sent about an event, or why nothing can be: another process may know the kind, so it is tried again. */
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
