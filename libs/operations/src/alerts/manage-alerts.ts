import {
  createSigningSecrets,
  endpointUrlFault,
  type EventKinds,
  firingsOf,
  isTimeZone,
  publicKeyOf,
  ROTATION_MS,
  ruleFault,
  type WebhookTargets,
} from '@brickmarket/alerts';
import {
  type WatchableKind,
  type AlertRule,
  type Clock,
  ConflictError,
  InvalidInputError,
  LimitedError,
  MS_PER_DAY,
  NotFoundError,
  type RecordedEvent,
  isPlainName,
} from '@brickmarket/domain';
import type {
  AlertInbox,
  AlertRules,
  NewAlertRule,
  NotBefore,
  Replayed,
  ReplaySelection,
  WebhookEndpoint,
  WebhookEndpoints,
} from '@brickmarket/persistence-ports';

export const MAX_ENDPOINTS = 20;
export const MAX_RULES = 100;
const YEAR_DAYS = 365;

export interface EndpointWithSecret {
  readonly endpoint: WebhookEndpoint;
  readonly secret: string;
}

export async function addEndpoint(
  endpoints: WebhookEndpoints,
  accountId: number,
  { url, description, targets }: { url: string; description: string; targets: WebhookTargets },
  clock: Clock,
): Promise<EndpointWithSecret> {
  const fault = endpointUrlFault(url, targets);
  if (fault !== null) throw new InvalidInputError(fault, 'url');
  if (description.length > 200 || !isPlainName(description))
    throw new InvalidInputError('the description must have at most 200 printable characters', 'description');
  if ((await endpoints.list(accountId)).length >= MAX_ENDPOINTS)
    throw new InvalidInputError(`an account has at most ${MAX_ENDPOINTS} endpoints`);
  const secrets = createSigningSecrets();
  const endpoint = await endpoints.create(
    accountId,
    // Normalized, as host limits are counted by it.
    { url: new URL(url).href, description, secrets: { ...secrets, publicKey: publicKeyOf(secrets) } },
    clock.now(),
  );
  return { endpoint, secret: secrets.secret };
}

/** Earlier secrets sign for 24 hours after their replacement. */
export async function rotateEndpoint(
  endpoints: WebhookEndpoints,
  accountId: number,
  endpointId: number,
  clock: Clock,
): Promise<EndpointWithSecret> {
  const secrets = createSigningSecrets();
  const now = clock.now();
  const rotated = await endpoints.rotate(
    accountId,
    endpointId,
    { ...secrets, publicKey: publicKeyOf(secrets) },
    { now, bothUntil: new Date(now.getTime() + ROTATION_MS) },
  );
  if (rotated === null) throw new NotFoundError(`endpoint ${endpointId} not found`);
  if ('retryAt' in rotated)
    throw new ConflictError(
      'the secret was rotated too often: every replaced one signs for 24 hours. ' +
        `It can be rotated again ${waitText(rotated.retryAt, now)}`,
    );
  return { endpoint: rotated, secret: secrets.secret };
}

/** Returns the message id. Rejects disabled endpoints, where a test would wait forever. */
export async function testEndpoint(
  endpoints: WebhookEndpoints,
  accountId: number,
  endpointId: number,
  clock: Clock,
): Promise<string> {
  const endpoint = (await endpoints.list(accountId)).find(({ id }) => id === endpointId);
  if (endpoint !== undefined && endpoint.disabledAt !== null)
    throw new ConflictError('the endpoint is off: switch it on first');
  const now = clock.now();
  const sent = endpoint === undefined ? null : await endpoints.test(accountId, endpointId, now);
  if (sent === null) throw new NotFoundError(`endpoint ${endpointId} not found`);
  if ('messageId' in sent) return sent.messageId;
  throw tooManySends('too many tests were sent by this account or to this host', sent, now);
}

/** Keeps message ids. Throws if none of the matching deliveries may be sent yet, or the one named is unavailable. */
export async function replayDeliveries(
  inbox: AlertInbox,
  accountId: number,
  which: ReplaySelection,
  clock: Clock,
): Promise<Replayed> {
  const now = clock.now();
  const result = await inbox.replay(accountId, which, now);
  const { replayed, waiting, retryAt } = result;
  if (replayed === 0 && waiting > 0 && retryAt !== null)
    throw tooManySends('too much was sent again by this account or to this host', { retryAt }, now);
  if ('deliveryId' in which && replayed === 0)
    throw new NotFoundError(`there is no delivery ${which.deliveryId} to an endpoint that is verified and on`);
  return result;
}

function tooManySends(what: string, { retryAt }: NotBefore, now: Date): LimitedError {
  return new LimitedError(`${what}: try again ${waitText(retryAt, now)}`, retryAt);
}

/** `in 3 minutes`. */
export function waitText(until: Date, now: Date): string {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000));
  if (seconds < 90) return `in ${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `in ${minutes} minutes` : `in ${Math.ceil(minutes / 60)} hours`;
}

export interface RuleStores {
  readonly kinds: EventKinds;
  readonly rules: AlertRules;
}

export async function addRule(
  { kinds, rules }: RuleStores,
  accountId: number,
  rule: NewAlertRule,
  clock: Clock,
): Promise<AlertRule> {
  requireValid(kinds, rule);
  if ((await rules.list(accountId)).length >= MAX_RULES)
    throw new InvalidInputError(`an account has at most ${MAX_RULES} rules`);
  return rules.create(accountId, rule, clock.now());
}

export async function changeRule(
  { kinds, rules }: RuleStores,
  accountId: number,
  ruleId: number,
  rule: NewAlertRule,
): Promise<AlertRule> {
  requireValid(kinds, rule);
  const changed = await rules.update(accountId, ruleId, rule);
  if (changed === null) throw new NotFoundError(`rule ${ruleId} not found`);
  return changed;
}

/** Events of the past year that would have fired, in time order. */
export async function tryRule(
  { kinds, rules }: RuleStores,
  accountId: number,
  rule: NewAlertRule,
  clock: Clock,
): Promise<readonly RecordedEvent[]> {
  const kind = requireValid(kinds, rule);
  const since = new Date(clock.now().getTime() - YEAR_DAYS * MS_PER_DAY);
  const past = await rules.listPast(accountId, { ...rule, source: kind.rule.source }, since);
  return firingsOf(kind, rule, past);
}

function requireValid(kinds: EventKinds, rule: NewAlertRule): WatchableKind {
  const fault = ruleFault(kinds, rule);
  if (fault !== null) throw new InvalidInputError(fault.message, fault.field);
  const { timeZone } = rule.schedule;
  if (!isTimeZone(timeZone))
    throw new InvalidInputError(`the time zone must be a name such as Europe/Paris, not "${timeZone}"`, 'timeZone');
  return kinds.findWatchable(rule.kind)!;
}
