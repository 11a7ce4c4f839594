import { InvalidInputError, MS_PER_DAY, NotFoundError, parseInstant } from '@brickmarket/domain';
import { IdentityError } from '@brickmarket/identity';
import type {
  KeyUsageReport,
  OwnApiKey,
  OwnApiKeys,
  RouteUsage,
  RouteUse,
  RouteUseOfDay,
  SessionRecord,
  StoreClock,
} from '@brickmarket/persistence-ports';
import { generateKey, readKeyFacts } from '../access/api-keys.ts';
import { type AccountArea, type OwnSession, record, requireFresh } from './account-area.ts';

/** The store enforces it. */
export const MAX_ACTIVE_KEYS = 5;

export interface KeyArea extends AccountArea {
  readonly keys: OwnApiKeys;
  readonly usage: KeyUsageReport;
  readonly routes: RouteUsage;
  readonly storeClock: StoreClock;
}

export interface WantedKey {
  readonly name: string;
  /** Excludes `expiresAt`; with neither the key never expires. */
  readonly expiresInDays?: number | undefined;
  readonly expiresAt?: string | undefined;
}

/** The only response that contains the text. */
export interface NewOwnKey {
  readonly key: string;
  readonly record: OwnApiKey;
}

export async function createOwnKey(area: KeyArea, session: OwnSession, wanted: WantedKey): Promise<NewOwnKey> {
  requireFresh(area, session);
  const now = await area.storeClock.now();
  const facts = readKeyFacts({ name: wanted.name, expires: expiryOf(wanted, now) }, now);
  const { key, stored } = generateKey();
  const created = await area.keys.create({ accountId: session.accountId, ...stored, ...facts });
  if (created === null)
    throw new IdentityError(
      'KeyLimit',
      `You have ${MAX_ACTIVE_KEYS} active keys, the most an account may hold. ` +
        'Revoke one that you no longer use, or rotate one.',
    );
  await record(area, session, 'key_created', `Key ${nameOf(created)} was created`);
  return { key, record: created };
}

function expiryOf({ expiresInDays, expiresAt }: WantedKey, now: Date): string | undefined {
  if (expiresInDays === undefined) return expiresAt;
  if (expiresAt !== undefined)
    throw new InvalidInputError('Give either a number of days or a date on which the key expires, not both.');
  return new Date(now.getTime() + expiresInDays * MS_PER_DAY).toISOString();
}

function nameOf({ name, last4 }: OwnApiKey): string {
  return `"${name}" (…${last4})`;
}

const HOUR = 3_600_000;
const OVERLAP_MS = { now: 0, '1h': HOUR, '24h': 24 * HOUR } as const;

/** Remaining lifetime of the old key. */
export type RotationOverlap = keyof typeof OVERLAP_MS;

export async function rotateOwnKey(
  area: KeyArea,
  session: OwnSession,
  id: number,
  overlap: RotationOverlap,
): Promise<NewOwnKey & { readonly previous: OwnApiKey }> {
  requireFresh(area, session);
  const { key, stored } = generateKey();
  const rotated = await area.keys.rotate(session.accountId, id, stored, OVERLAP_MS[overlap]);
  if (rotated.outcome !== 'rotated') throw rotationRefused(id, rotated.outcome);
  const { created, previous } = rotated;
  const until = overlap === 'now' ? 'at once' : `with ${overlap} overlap`;
  await record(area, session, 'key_rotated', `Key ${nameOf(previous)} was replaced by …${created.last4} ${until}`);
  return { key, record: created, previous };
}

function rotationRefused(id: number, outcome: 'limit' | 'not-active' | 'not-found'): Error {
  if (outcome === 'not-found') return keyNotFound(id);
  if (outcome === 'not-active')
    return new IdentityError(
      'KeyNotActive',
      'This key no longer works, so there is nothing to rotate. Create a new one.',
    );
  return new IdentityError(
    'KeyLimit',
    `You have ${MAX_ACTIVE_KEYS} active keys, so both cannot work side by side. ` +
      'Rotate without overlap, or revoke another.',
  );
}

/** Permanent. Needs no re-authentication: a leak must stop. */
export async function revokeOwnKey(area: KeyArea, session: OwnSession, id: number): Promise<OwnApiKey> {
  const before = await getOwnKey(area, session, id);
  if (before.revokedAt !== null) return before;
  const revoked = (await area.keys.revoke(session.accountId, id))!;
  await record(area, session, 'key_revoked', `Key ${nameOf(revoked)} was revoked`);
  return revoked;
}

/** NotFoundError also for other accounts' keys. */
export async function getOwnKey({ keys }: KeyArea, session: SessionRecord, id: number): Promise<OwnApiKey> {
  const found = await keys.find(session.accountId, id);
  if (found === null) throw keyNotFound(id);
  return found;
}

function keyNotFound(id: number): NotFoundError {
  return new NotFoundError(`key ${id} not found`);
}

const USAGE_DAYS = 30;

export interface KeyToday extends OwnApiKey {
  readonly remaining: number;
  /** Forecast; null: the quota lasts until its reset. */
  readonly exhaustedAt: Date | null;
  readonly forecast: string;
}

export interface UsedDay {
  readonly day: string;
  readonly used: number;
  readonly keys: readonly { readonly id: number; readonly used: number }[];
}

export interface OwnRouteUse {
  readonly keyId: number;
  readonly route: string;
  readonly today: RouteCounts;
  readonly period: RouteCounts;
}

type RouteCounts = Pick<RouteUse, 'requests' | 'charged' | 'refused'>;

export interface OwnUsage {
  readonly day: string;
  readonly asOf: Date;
  readonly resetsAt: Date;
  readonly keys: readonly KeyToday[];
  /** The last 30 days, today last. */
  readonly days: readonly UsedDay[];
  /** By today's cost, then by the cost of 30 days. */
  readonly routes: readonly OwnRouteUse[];
}

export async function reportOwnUsage(area: KeyArea, session: SessionRecord): Promise<OwnUsage> {
  const { accountId } = session;
  const asOf = await area.storeClock.now();
  const { today, keys: used } = await area.usage.lastDays(accountId, USAGE_DAYS);
  const routes = byRoute(await area.routes.lastDays(accountId, USAGE_DAYS), today);
  const midnight = parseInstant(`${today}T00:00:00Z`)!;
  const resetsAt = new Date(midnight.getTime() + MS_PER_DAY);
  const wasUsed = new Set(used.filter(({ days }) => days.length > 0).map(({ keyId }) => keyId));
  const days = Array.from({ length: USAGE_DAYS }, (_, index) => {
    const day = new Date(midnight.getTime() - (USAGE_DAYS - 1 - index) * MS_PER_DAY).toISOString().slice(0, 10);
    const keys = used.flatMap(({ keyId, days: counted }) =>
      counted.filter((one) => one.day === day && one.used > 0).map((one) => ({ id: keyId, used: one.used })),
    );
    return { day, used: keys.reduce((sum, key) => sum + key.used, 0), keys };
  });
  const keys = (await area.keys.list(accountId)).filter(({ id, state }) => state === 'active' || wasUsed.has(id));
  return { day: today, asOf, resetsAt, days, routes, keys: keys.map((key) => ({ ...key, ...forecast(key, asOf) })) };
}

const NO_REQUESTS: RouteCounts = { requests: 0, charged: 0, refused: 0 };

function byRoute(uses: readonly RouteUseOfDay[], today: string): readonly OwnRouteUse[] {
  const sums = new Map<string, OwnRouteUse>();
  for (const use of uses) {
    const { keyId, route, day } = use;
    const name = `${keyId} ${route}`;
    const { today: soFar, period } = sums.get(name) ?? { today: NO_REQUESTS, period: NO_REQUESTS };
    sums.set(name, { keyId, route, today: day === today ? plus(soFar, use) : soFar, period: plus(period, use) });
  }
  return [...sums.values()].sort(
    (a, b) =>
      b.today.charged - a.today.charged ||
      b.period.charged - a.period.charged ||
      b.period.requests - a.period.requests ||
      a.keyId - b.keyId ||
      (a.route < b.route ? -1 : 1),
  );
}

function plus(a: RouteCounts, b: RouteCounts): RouteCounts {
  return { requests: a.requests + b.requests, charged: a.charged + b.charged, refused: a.refused + b.refused };
}

/** Minimum period of a pace: a burst after midnight says little about the day. */
const MIN_PACE_MS = 15 * 60_000;

export function forecast(
  {
    dailyLimit,
    usedToday,
    carriedToday,
    createdAt,
    state,
  }: Pick<OwnApiKey, 'dailyLimit' | 'usedToday' | 'carriedToday' | 'createdAt' | 'state'>,
  now: Date,
): Pick<KeyToday, 'remaining' | 'exhaustedAt' | 'forecast'> {
  const remaining = Math.max(0, dailyLimit - carriedToday - usedToday);
  const nothing = { remaining, exhaustedAt: null };
  if (state !== 'active') return { ...nothing, forecast: `This key is ${state}.` };
  if (remaining === 0)
    return { remaining, exhaustedAt: now, forecast: "Today's quota is used up. It resets at 00:00 UTC." };
  if (usedToday === 0) return { ...nothing, forecast: 'Not used today.' };
  const midnight = Math.floor(now.getTime() / MS_PER_DAY) * MS_PER_DAY;
  const paceMs = Math.max(now.getTime() - Math.max(midnight, createdAt.getTime()), MIN_PACE_MS) / usedToday;
  const exhaustedAt = new Date(now.getTime() + remaining * paceMs);
  if (exhaustedAt.getTime() >= midnight + MS_PER_DAY)
    return { ...nothing, forecast: "At today's pace the quota lasts until midnight UTC." };
  const time = exhaustedAt.toISOString().slice(11, 16);
  return { remaining, exhaustedAt, forecast: `At today's pace the quota ends ${time} UTC.` };
}
