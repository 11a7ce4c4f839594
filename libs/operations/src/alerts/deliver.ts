import { setTimeout as sleep } from 'node:timers/promises';
import {
  isAccepted,
  isGivenUp,
  isGone,
  mailDueAt,
  nextAttemptAt,
  signedHeaders,
  webhookPayload,
} from '@brickmarket/alerts';
import { type Clock, MS_PER_DAY, NEWS_DAYS } from '@brickmarket/domain';
import type {
  DeliveryQueue,
  FinishedAttempt,
  LeasedDelivery,
  LeasedMail,
  LeasedWebhook,
} from '@brickmarket/persistence-ports';
import type { Mailer } from '../identity/account-area.ts';
import { composeAlertMail } from './alert-mail.ts';

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
  /** After this, another process may take a delivery that was not finished. Longer than any attempt. */
  readonly leaseMs: number;
  /** How long to wait when there is nothing to do. */
  readonly pollMs: number;
}

export const DEFAULT_DELIVERER: DelivererSettings = { slots: 256, slotsPerEndpoint: 4, leaseMs: 60_000, pollMs: 500 };

const EVENTS_PER_MATCH = 100_000;
const MAIL_PER_LEASE = 500;
const ERROR_PAUSE_MS = 1_000;
/** After the end of one delivery, others are waited for: to lease one takes as long as to lease many. */
const GATHER_MS = 20;

/** What the deliverer uses. Mail is optional: without it, alerts by mail wait. */
export interface DelivererContext {
  readonly queue: DeliveryQueue;
  readonly sender: WebhookSender;
  readonly mailer: Pick<Mailer, 'isAvailable' | 'send'>;
  /** Where people open the account area: links in mail begin with it. */
  readonly accountUrl: string;
  readonly clock: Clock;
  readonly report: (line: string) => void;
}

/**
 * Asks rules about new events and sends what comes of it, to webhooks and by mail. Any number of processes may do this:
 * deliveries are leased. A process that dies loses nothing; what it had begun is sent again, under the same id.
 */
export class Deliverer {
  readonly #underWay = new Set<Promise<void>>();
  /** Ends the pause of `run`. */
  #wake: () => void = () => undefined;

  constructor(
    private readonly context: DelivererContext,
    private readonly settings: DelivererSettings = DEFAULT_DELIVERER,
  ) {}

  /** Works until the signal, then waits for what is under way. A database that is away is waited for. */
  async run(stopping: AbortSignal): Promise<void> {
    stopping.addEventListener('abort', () => this.#wake(), { once: true });
    while (!stopping.aborted) {
      try {
        const did = await this.round();
        if (this.#underWay.size > 0) {
          await this.#pause(this.settings.pollMs, stopping);
          await sleep(GATHER_MS);
        } else if (did === 0) await this.#pause(this.settings.pollMs, stopping);
      } catch (error) {
        this.context.report(`deliver: ${(error as Error).message}`);
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
    await Promise.all(this.#underWay);
  }

  /** Matches events and begins deliveries; returns how many of both. */
  async round(): Promise<number> {
    const matched = await this.#match();
    const now = this.context.clock.now();
    const leasedUntil = new Date(now.getTime() + this.settings.leaseMs);
    const free = this.settings.slots - this.#underWay.size;
    const webhooks =
      free <= 0
        ? []
        : await this.context.queue.leaseWebhooks({
            now,
            leasedUntil,
            most: free,
            perEndpoint: this.settings.slotsPerEndpoint,
          });
    for (const webhook of webhooks) this.#begin(this.#sendWebhook(webhook));
    const mail = this.context.mailer.isAvailable
      ? await this.context.queue.leaseMail({ now, leasedUntil, most: MAIL_PER_LEASE })
      : [];
    for (const accountId of new Set(mail.map((one) => one.accountId)))
      this.#begin(this.#sendMail(mail.filter((one) => one.accountId === accountId)));
    return matched + webhooks.length + mail.length;
  }

  async #match(): Promise<number> {
    const { queue, clock, report } = this.context;
    const now = clock.now();
    const schedules = await queue.listSchedules();
    const { events, alerts, deliveries } = await queue.matchPending({
      most: EVENTS_PER_MATCH,
      newsSince: new Date(now.getTime() - NEWS_DAYS * MS_PER_DAY),
      now,
      dueAt: schedules.map((schedule) => ({ schedule, at: mailDueAt(schedule, now) })),
    });
    if (alerts > 0) report(`${events} events made ${alerts} alerts and ${deliveries} deliveries`);
    return events;
  }

  #begin(delivery: Promise<void>): void {
    const settled = delivery
      .catch((error: Error) => this.context.report(`deliver: ${error.message}`))
      .finally(() => {
        this.#underWay.delete(settled);
        this.#wake();
      });
    this.#underWay.add(settled);
  }

  async #sendWebhook(webhook: LeasedWebhook): Promise<void> {
    const { clock, sender, queue } = this.context;
    const startedAt = clock.now();
    const body = JSON.stringify(webhookPayload(webhook.event));
    const headers = signedHeaders({ id: webhook.messageId, sentAt: startedAt, body }, webhook.secrets);
    const answer = await sender.send({ url: webhook.url, headers, body });
    const now = clock.now();
    const isDelivered = isAccepted(answer);
    await queue.finish(webhook, {
      startedAt,
      durationMs: now.getTime() - startedAt.getTime(),
      status: answer.status,
      error: answer.error,
      excerpt: answer.excerpt,
      isDelivered,
      retryAt: isDelivered ? null : nextAttemptAt(webhook.failures + 1, answer, now, Math.random()),
      switchOff: isDelivered ? null : switchOffReason(webhook, answer, now),
    });
  }

  async #sendMail(mail: readonly LeasedMail[]): Promise<void> {
    const { accountUrl, clock, mailer, queue, report } = this.context;
    const startedAt = clock.now();
    const { accountId, email } = mail[0]!;
    const events = mail.map(({ event }) => event);
    const error = await mailer.send({ to: email, ...composeAlertMail(events, accountUrl) }).then(
      () => null,
      (reason: Error) => reason.message,
    );
    if (error !== null) report(`deliver: mail to account ${accountId} was not sent: ${error}`);
    const now = clock.now();
    // The same for all of them, so that they are one mail again the next time.
    const random = Math.random();
    const finished = (one: LeasedDelivery): FinishedAttempt => ({
      startedAt,
      durationMs: now.getTime() - startedAt.getTime(),
      status: null,
      error,
      excerpt: null,
      isDelivered: error === null,
      retryAt: error === null ? null : nextAttemptAt(one.failures + 1, { status: null, retryAfter: null }, now, random),
      switchOff: null,
    });
    await Promise.all(mail.map((one) => queue.finish(one, finished(one))));
  }
}

function switchOffReason({ failingSince }: LeasedWebhook, answer: WebhookAnswer, now: Date): string | null {
  if (isGone(answer)) return 'the receiver answered 410 (gone)';
  return failingSince !== null && isGivenUp(failingSince, now)
    ? `no delivery was accepted since ${failingSince.toISOString()}`
    : null;
}
