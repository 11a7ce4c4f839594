import {
  createSigningSecrets,
  endpointUrlFault,
  firingsOf,
  isTimeZone,
  publicKeyOf,
  ROTATION_MS,
  ruleFault,
  type WebhookTargets,
} from '@brickmarket/alerts';
import {
  type AlertRule,
  type Clock,
  InvalidInputError,
  MS_PER_DAY,
  NotFoundError,
  type RecordedEvent,
} from '@brickmarket/domain';
import type { AlertRules, NewAlertRule, WebhookEndpoint, WebhookEndpoints } from '@brickmarket/persistence-ports';

/** How many endpoints and rules an account may have. */
export const MAX_ENDPOINTS = 20;
export const MAX_RULES = 100;
const YEAR_DAYS = 365;

/** A new or rotated endpoint, with the secret that is shown this once. */
export interface EndpointWithSecret {
  readonly endpoint: WebhookEndpoint;
  readonly secret: string;
}

/** Adds an endpoint to an account. */
export async function addEndpoint(
  endpoints: WebhookEndpoints,
  accountId: number,
  { url, description, targets }: { url: string; description: string; targets: WebhookTargets },
  clock: Clock,
): Promise<EndpointWithSecret> {
  const fault = endpointUrlFault(url, targets);
  if (fault !== null) throw new InvalidInputError(fault, 'url');
  if (description.length > 200)
    throw new InvalidInputError('the description has more than 200 characters', 'description');
  if ((await endpoints.list(accountId)).length >= MAX_ENDPOINTS)
    throw new InvalidInputError(`an account has at most ${MAX_ENDPOINTS} endpoints`);
  const secrets = createSigningSecrets();
  const endpoint = await endpoints.create(
    accountId,
    { url, description, secrets: { ...secrets, publicKey: publicKeyOf(secrets) } },
    clock.now(),
  );
  return { endpoint, secret: secrets.secret };
}

/** Gives an endpoint new secrets; for 24 hours messages are signed by both. */
export async function rotateEndpoint(
  endpoints: WebhookEndpoints,
  accountId: number,
  endpointId: number,
  clock: Clock,
): Promise<EndpointWithSecret> {
  const secrets = createSigningSecrets();
  const endpoint = await endpoints.rotate(
    accountId,
    endpointId,
    { ...secrets, publicKey: publicKeyOf(secrets) },
    new Date(clock.now().getTime() + ROTATION_MS),
  );
  if (endpoint === null) throw new NotFoundError(`there is no endpoint ${endpointId}`);
  return { endpoint, secret: secrets.secret };
}

/** Adds a rule to an account. */
export async function addRule(
  rules: AlertRules,
  accountId: number,
  rule: NewAlertRule,
  clock: Clock,
): Promise<AlertRule> {
  requireValid(rule);
  if ((await rules.list(accountId)).length >= MAX_RULES)
    throw new InvalidInputError(`an account has at most ${MAX_RULES} rules`);
  return rules.create(accountId, rule, clock.now());
}

/** Replaces what a rule says. */
export async function changeRule(
  rules: AlertRules,
  accountId: number,
  ruleId: number,
  rule: NewAlertRule,
): Promise<AlertRule> {
  requireValid(rule);
  const changed = await rules.update(accountId, ruleId, rule);
  if (changed === null) throw new NotFoundError(`there is no rule ${ruleId}`);
  return changed;
}

/** The events of the past year that a rule would have fired for, in time order. */
export async function tryRule(
  rules: AlertRules,
  accountId: number,
  rule: NewAlertRule,
  clock: Clock,
): Promise<readonly RecordedEvent[]> {
  requireValid(rule);
  const since = new Date(clock.now().getTime() - YEAR_DAYS * MS_PER_DAY);
  return firingsOf(rule, await rules.listPast(accountId, rule, since));
}

function requireValid(rule: NewAlertRule): void {
  const fault = ruleFault(rule);
  if (fault !== null) throw new InvalidInputError(fault.message, fault.field);
  const { timeZone } = rule.schedule;
  if (!isTimeZone(timeZone))
    throw new InvalidInputError(`${timeZone} is no time zone, such as Europe/Paris`, 'timeZone');
}
