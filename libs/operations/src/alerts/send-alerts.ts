import {
  type EventKinds,
  isAccepted,
  isGivenUp,
  isGone,
  nextAttemptAt,
  quietSince,
  signedHeaders,
  webhookPayload,
} from '@brickmarket/alerts';
import type { Clock, RecordedEvent } from '@brickmarket/domain';
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

/** Sends a webhook once. */
export async function sendWebhook(context: DelivererContext, webhook: LeasedWebhook): Promise<FinishedAttempt> {
  const { clock, kinds, sender } = context;
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
  const { status, error, excerpt } = answer;
  const isDelivered = isAccepted(answer);
  const sent = { startedAt, durationMs: now.getTime() - startedAt.getTime(), status, error, isDelivered };
  noteAttempt(context, 'webhook', webhook, sent);
  return {
    ...sent,
    excerpt,
    quietSince: quietSince(startedAt),
    retryAt: isDelivered ? null : nextAttemptAt(webhook.failures + 1, answer, now, Math.random()),
    switchOff: isDelivered || body instanceof Error ? null : switchOffReason(webhook, answer, now),
  };
}

/** Sends the alerts of one account as one mail, once. */
export async function sendMail(
  context: DelivererContext,
  mail: readonly LeasedMail[],
): Promise<(one: LeasedMail) => FinishedAttempt> {
  const { accountUrl, clock, kinds, mailer } = context;
  const { email: to, messageId } = mail[0]!;
  const alerts = await toldAlerts(context, mail);
  const startedAt = clock.now();
  // Constant across retries, so that a mail server can detect duplicates.
  const error = await mailer.send({ to, id: messageId, ...composeAlertMail(kinds, alerts, accountUrl) }).then(
    () => null,
    (reason: Error) => reason.message,
  );
  const now = clock.now();
  const isDelivered = error === null;
  const sent = { startedAt, durationMs: now.getTime() - startedAt.getTime(), status: null, error, isDelivered };
  noteAttempt(context, 'mail', mail[0]!, sent);
  // Shared, so that they form one mail again next time.
  const random = Math.random();
  return ({ failures }) => ({
    ...sent,
    excerpt: null,
    quietSince: quietSince(startedAt),
    retryAt: isDelivered ? null : nextAttemptAt(failures + 1, { status: null, retryAfter: null }, now, random),
    switchOff: null,
  });
}

function noteAttempt(
  { attempted }: DelivererContext,
  channel: DeliveryAttempt['channel'],
  delivery: LeasedDelivery,
  { durationMs, status, error, isDelivered }: Pick<FinishedAttempt, 'durationMs' | 'status' | 'error' | 'isDelivered'>,
): void {
  const { id: deliveryId, event, accountId } = delivery;
  attempted?.({ channel, isDelivered, durationMs, deliveryId, eventId: event.id, accountId, status, error });
}

async function toldAlerts(
  { clock, stakes }: DelivererContext,
  mail: readonly LeasedMail[],
): Promise<readonly ToldAlert[]> {
  const untold = mail.map(({ event, ruleNames }) => ({ event, ruleNames, stake: null }));
  if (stakes === undefined) return untold;
  const listed = await tellAlerts(stakes, mail[0]!.accountId, untold.slice(0, ALERTS_PER_MAIL), clock.now());
  return [...listed, ...untold.slice(ALERTS_PER_MAIL)];
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
