import type { Clock } from '@brickmarket/domain';
import {
  type AttemptKind,
  attemptSubjects,
  freshUntil,
  hashOfSecret,
  IdentityError,
  KNOWN_DEVICE_MS,
} from '@brickmarket/identity';
import type {
  AttemptLimits,
  AuditKind,
  AuditLog,
  Credentials,
  KnownDevices,
  LiveSession,
  OneTimeTokens,
  Passkey,
  Passkeys,
  SessionRecord,
  Sessions,
} from '@brickmarket/persistence-ports';
import type { Mailer } from '../mail/mailer.ts';

export abstract class PasswordHasher {
  abstract hash(password: string): Promise<string>;

  /** Without a hash it takes as long and returns false: timing must not reveal registered addresses. */
  abstract verify(passwordHash: string | null, password: string): Promise<boolean>;
}

export interface PasskeyRequest {
  readonly challenge: string;
  readonly options: object;
}

export type RegisteredPasskey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'isSynced'>;

/** Browser input is untrusted: null if it does not verify. */
export abstract class PasskeyCeremonies {
  abstract requestRegistration(owner: {
    readonly userId: string;
    readonly email: string;
    readonly existing: readonly Passkey[];
  }): Promise<PasskeyRequest>;
  abstract verifyRegistration(challenge: string, response: unknown): Promise<RegisteredPasskey | null>;

  /** Null allows any passkey of this site. */
  abstract requestUse(allowed: readonly Passkey[] | null): Promise<PasskeyRequest>;
  abstract credentialIdOf(response: unknown): Buffer | null;
  abstract verifyUse(challenge: string, response: unknown, passkey: Passkey): Promise<number | null>;
}

/** `invited`: only by the operator. */
export type SignUpMode = 'open' | 'invited' | 'off';

export interface AccountArea {
  readonly stores: {
    readonly credentials: Credentials;
    readonly sessions: Sessions;
    readonly tokens: OneTimeTokens;
    readonly attempts: AttemptLimits;
    readonly devices: KnownDevices;
    readonly passkeys: Passkeys;
    readonly audit: AuditLog;
  };
  readonly passwords: PasswordHasher;
  readonly ceremonies: PasskeyCeremonies;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly signUp: SignUpMode;
  /** Time for which a sign-in link counts as recent authentication. */
  readonly linkFreshMs: number;
  readonly url: string;
  /** Contact when mail cannot help. */
  readonly contact: string | null;
  /** Runs after the response, whose time then reveals nothing. Failures are logged. */
  inBackground(work: () => Promise<unknown>): void;
}

export interface Visitor {
  readonly address: string;
  /** Unit of counting attempts: for IPv6 the /64. */
  readonly network: string;
  readonly device: string;
  readonly deviceToken: string | null;
}

/** Session of a request, and where the request comes from. */
export interface OwnSession extends LiveSession {
  readonly visitor: Visitor;
}

/** Without a visitor: by the operator. */
export async function record(
  { stores, clock }: Pick<AccountArea, 'clock'> & { readonly stores: Pick<AccountArea['stores'], 'audit'> },
  { accountId, visitor }: { readonly accountId: number; readonly visitor: Visitor | null },
  kind: AuditKind,
  summary: string,
): Promise<void> {
  await stores.audit.add({
    accountId,
    at: clock.now(),
    kind,
    summary,
    address: visitor?.address ?? null,
    device: visitor?.device ?? null,
  });
}

/** Throws unless recently authenticated. */
export function requireFresh(
  { clock, linkFreshMs }: Pick<AccountArea, 'clock' | 'linkFreshMs'>,
  session: SessionRecord,
): void {
  if (freshUntil(session, clock.now(), linkFreshMs) === null)
    throw new IdentityError('StepUpRequired', 'Please confirm that it is you before going on.');
}

/** Throws without mail, naming the contact. */
export function requireMail({ mailer, contact }: Pick<AccountArea, 'mailer' | 'contact'>): void {
  if (mailer.isAvailable) return;
  const whom = contact === null ? 'the operator of this service' : contact;
  throw new IdentityError('MailUnavailable', `This installation sends no mail. Ask ${whom} for a sign-in link.`);
}

/** Counts before the attempt, to limit concurrent ones. Refunds success and attempts without a result. */
export async function attempt(
  { stores, clock }: AccountArea,
  kind: AttemptKind,
  target: { readonly account: string; readonly accountId: number | null; readonly visitor: Visitor },
  succeeds: () => Promise<boolean>,
): Promise<boolean> {
  const { account, accountId, visitor } = target;
  const now = clock.now();
  const device = visitor.deviceToken;
  // Checked for unknown accounts too, so that timing reveals nothing.
  const isKnown =
    device !== null &&
    (await stores.devices.isKnown(accountId ?? 0, hashOfSecret(device), new Date(now.getTime() - KNOWN_DEVICE_MS)));
  const subjects = attemptSubjects(kind, { account, network: visitor.network, knownDevice: isKnown ? device : null });
  const waitMs = await stores.attempts.spend(subjects, now);
  if (waitMs > 0) throw tooMany(waitMs);
  // Attempts without a result, such as for lack of capacity, are not counted.
  let isCounted = false;
  try {
    const isSuccess = await succeeds();
    isCounted = !isSuccess;
    return isSuccess;
  } finally {
    if (!isCounted) await stores.attempts.refund(subjects);
  }
}

function tooMany(waitMs: number): IdentityError {
  const seconds = Math.ceil(waitMs / 1000);
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new IdentityError('TooManyAttempts', `Too many attempts. Try again in ${wait}.`, {
    retryAfterSeconds: seconds,
  });
}
