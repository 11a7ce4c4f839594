import { setTimeout as sleep } from 'node:timers/promises';
import { decide, mailDueAt, quietSince } from '@brickmarket/alerts';
import { type MailSchedule, MS_PER_DAY } from '@brickmarket/domain';
import type { FinishedAttempt, LeasedDelivery, LeasedMail, LeasedWebhook } from '@brickmarket/persistence-ports';
import { type DelivererContext, sendMail, sendWebhook } from './send-alerts.ts';

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

const EVENTS_PER_MATCH = 20_000;
/** Older events, as of a first import, make no alert. */
const NEWS_DAYS = 7;
const ERROR_PAUSE_MS = 1_000;
/** Collects finished deliveries, as one lease costs as much as many. */
const GATHER_MS = 20;

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
    // A schedule's time takes as long as a hundred decisions.
    const mailTimes = new Map<string, Date>();
    const mailAt = (schedule: MailSchedule): Date => {
      const key = JSON.stringify(schedule);
      const at = mailTimes.get(key) ?? mailDueAt(schedule, now);
      mailTimes.set(key, at);
      return at;
    };
    const { events, alerts, deliveries } = await queue.matchPending({
      most: EVENTS_PER_MATCH,
      newsSince: new Date(now.getTime() - NEWS_DAYS * MS_PER_DAY),
      now,
      decide: ({ event, rule, schedule, state }) => {
        const decision = decide(kinds.findWatchable(rule.kind), rule, event, state);
        return { ...decision, mailAt: decision.fires && schedule !== null ? mailAt(schedule) : null };
      },
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
    await this.#finish(webhook, await sendWebhook(this.context, webhook));
  }

  async #sendMail(mail: readonly LeasedMail[]): Promise<void> {
    const finished = await sendMail(this.context, mail);
    await Promise.all(mail.map((one) => this.#finish(one, finished(one))));
  }

  /** Retries while the database is unreachable: otherwise accepted deliveries are sent again. */
  async #finish(delivery: LeasedDelivery, attempt: FinishedAttempt): Promise<void> {
    const { clock, queue, report } = this.context;
    for (;;) {
      try {
        return await queue.finish(delivery, attempt);
      } catch (error) {
        if (this.#isStopping || clock.now() >= delivery.leasedUntil) throw error;
        const message = `${(error as Error).message}; trying again`;
        report({ message, isFailure: true, deliveryId: delivery.id, eventId: delivery.event.id });
        await sleep(ERROR_PAUSE_MS);
      }
    }
  }
}
