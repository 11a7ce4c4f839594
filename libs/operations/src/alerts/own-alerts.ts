import type { EventKinds, WebhookTargets } from '@brickmarket/alerts';
import { type AlertRule, ConflictError, NotFoundError } from '@brickmarket/domain';
import type {
  AccountBook,
  AlertInbox,
  AlertRules,
  NewAlertRule,
  Replayed,
  ReplaySelection,
  SessionRecord,
  WebhookEndpoint,
  WebhookEndpoints,
} from '@brickmarket/persistence-ports';
import { type AccountArea, type OwnSession, record, requireFresh } from '../identity/account-area.ts';
import {
  addEndpoint,
  changeRule,
  type EndpointWithSecret,
  replayDeliveries,
  rotateEndpoint,
  testEndpoint,
} from './manage-alerts.ts';

export interface AlertArea {
  readonly kinds: EventKinds;
  readonly rules: AlertRules;
  readonly endpoints: WebhookEndpoints;
  readonly inbox: AlertInbox;
  readonly book: AccountBook;
  readonly account: Pick<AccountArea, 'clock' | 'linkFreshMs'> & {
    readonly stores: Pick<AccountArea['stores'], 'audit'>;
  };
  readonly targets: WebhookTargets;
}

/** Needs re-authentication, so that an abandoned session cannot redirect alerts. */
export async function addOwnEndpoint(
  { account, endpoints, targets }: AlertArea,
  session: OwnSession,
  wanted: { readonly url: string; readonly description: string },
): Promise<EndpointWithSecret> {
  requireFresh(account, session);
  const added = await addEndpoint(endpoints, session.accountId, { ...wanted, targets }, account.clock);
  await record(account, session, 'endpoint_added', `Endpoint ${nameOf(added.endpoint)} was added`);
  return added;
}

/** Needs re-authentication, as it shows a new secret. */
export async function rotateOwnEndpoint(area: AlertArea, session: OwnSession, id: number): Promise<EndpointWithSecret> {
  requireFresh(area.account, session);
  await getOwnEndpoint(area, session, id);
  const { account, endpoints } = area;
  const rotated = await rotateEndpoint(endpoints, session.accountId, id, account.clock);
  const summary = `Endpoint ${nameOf(rotated.endpoint)} got a new secret`;
  await record(account, session, 'endpoint_rotated', summary);
  return rotated;
}

/** Needs no re-authentication: stopping misdirected alerts must not wait. */
export async function removeOwnEndpoint(area: AlertArea, session: OwnSession, id: number): Promise<void> {
  const endpoint = await getOwnEndpoint(area, session, id);
  await area.endpoints.remove(session.accountId, id);
  await record(area.account, session, 'endpoint_removed', `Endpoint ${nameOf(endpoint)} was removed`);
}

/** Enables endpoints disabled by failures too. */
export async function switchOwnEndpoint(
  area: AlertArea,
  session: SessionRecord,
  id: number,
  isOn: boolean,
): Promise<WebhookEndpoint> {
  await getOwnEndpoint(area, session, id);
  if (isOn) await area.endpoints.enable(session.accountId, id);
  else await area.endpoints.pause(session.accountId, id, area.account.clock.now());
  return getOwnEndpoint(area, session, id);
}

export function testOwnEndpoint(
  { endpoints, account }: AlertArea,
  session: SessionRecord,
  id: number,
): Promise<string> {
  return testEndpoint(endpoints, session.accountId, id, account.clock);
}

/** NotFoundError also for other accounts' endpoints. */
export async function getOwnEndpoint(
  { endpoints }: AlertArea,
  { accountId }: SessionRecord,
  id: number,
): Promise<WebhookEndpoint> {
  return (await endpoints.list(accountId)).find((one) => one.id === id) ?? throwNotFound('endpoint', id);
}

export async function replayOwn(
  area: AlertArea,
  session: SessionRecord,
  endpointId: number,
  which: ReplaySelection,
): Promise<Replayed> {
  const { disabledAt, verifiedAt } = await getOwnEndpoint(area, session, endpointId);
  if (disabledAt !== null) throw new ConflictError('the endpoint is off: switch it on first');
  if (verifiedAt === null) throw new ConflictError('the endpoint is not verified: send it a test first');
  return replayDeliveries(area.inbox, session.accountId, { ...which, endpointId }, area.account.clock);
}

export async function switchOwnRule(
  { rules, account }: AlertArea,
  { accountId }: SessionRecord,
  id: number,
  isOn: boolean,
): Promise<void> {
  const isDone = await rules.setPaused(accountId, id, isOn ? null : account.clock.now());
  if (!isDone) throwNotFound('rule', id);
}

export async function changeOwnRule(
  area: AlertArea,
  { accountId }: SessionRecord,
  id: number,
  rule: NewAlertRule,
): Promise<AlertRule> {
  return changeRule(area, accountId, id, rule);
}

export async function removeOwnRule({ rules }: AlertArea, { accountId }: SessionRecord, id: number): Promise<void> {
  if (!(await rules.remove(accountId, id))) throwNotFound('rule', id);
}

function throwNotFound(what: 'endpoint' | 'rule', id: number): never {
  throw new NotFoundError(`${what} ${id} not found`);
}

/** Omits path and query, which may contain a secret. */
function nameOf({ url }: WebhookEndpoint): string {
  return new URL(url).host;
}
