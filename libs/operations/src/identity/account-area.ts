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
  OneTimeTokens,
  Passkey,
  Passkeys,
  SessionRecord,
  Sessions,
} from '@brickmarket/persistence-ports';
import type { Mailer } from '../mail/mailer.ts';

/** Makes and checks the stored form of passwords. */
export abstract class PasswordHasher {
  abstract hash(password: string): Promise<string>;

  /**
   * Whether the password belongs to a hash. Without a hash it takes as long and is false: the response time must not
   * tell whether an address is registered.
   */
  abstract verify(passwordHash: string | null, password: string): Promise<boolean>;
}

/** What a browser is asked to do with a passkey, and the challenge it must sign. */
export interface PasskeyRequest {
  readonly challenge: string;
  /** For the browser, as it is. */
  readonly options: object;
}

/** A passkey that has proven itself. */
export type RegisteredPasskey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'isSynced'>;

/** The cryptography of passkeys. What comes from the browser is not trusted: null when it does not verify. */
export abstract class PasskeyCeremonies {
  abstract requestRegistration(owner: {
    readonly userId: string;
    readonly email: string;
    readonly existing: readonly Passkey[];
  }): Promise<PasskeyRequest>;
  abstract verifyRegistration(challenge: string, response: unknown): Promise<RegisteredPasskey | null>;

  /** With null any passkey of this site may answer. */
  abstract requestUse(allowed: readonly Passkey[] | null): Promise<PasskeyRequest>;
  /** What the browser calls the passkey it used; null when it does not say. */
  abstract credentialIdOf(response: unknown): Buffer | null;
  /** The authenticator's new count of uses. */
  abstract verifyUse(challenge: string, response: unknown, passkey: Passkey): Promise<number | null>;
}

/** Who may create an account: anybody with an address, whom the operator invites, nobody. */
export type SignUpMode = 'open' | 'invited' | 'off';

/** What the use cases of the account area work with. */
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
  /** How long the proof by a sign-in link is fresh. */
  readonly linkFreshMs: number;
  /** Where people open it, without a slash at the end. */
  readonly url: string;
  /** Whom to ask when mail cannot help; null when that is not said. */
  readonly contact: string | null;
  /** Has work finish after the answer, so that the answer's time tells nothing about it. Its failure is logged. */
  inBackground(work: () => Promise<unknown>): void;
}

/** Where a request comes from. */
export interface Visitor {
  /** Network address. */
  readonly address: string;
  /** The address as far as attempts are counted by it: an IPv6 customer has a whole /64. */
  readonly network: string;
  /** `Firefox on Linux`. */
  readonly device: string;
  /** What a browser that has signed in before presents; null otherwise. */
  readonly deviceToken: string | null;
}

/** Adds an entry to an account's log; without a visitor it was the operator. */
export async function record(
  { stores, clock }: Pick<AccountArea, 'clock'> & { readonly stores: Pick<AccountArea['stores'], 'audit'> },
  accountId: number,
  kind: AuditKind,
  summary: string,
  visitor: Visitor | null,
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

/** Refuses what needs a fresh proof of identity. */
export function requireFresh(
  { clock, linkFreshMs }: Pick<AccountArea, 'clock' | 'linkFreshMs'>,
  session: SessionRecord,
): void {
  if (freshUntil(session, clock.now(), linkFreshMs) === null)
    throw new IdentityError('StepUpRequired', 'Please confirm that it is you before going on.');
}

/** Refuses what cannot be done without mail, and says whom to ask. */
export function requireMail({ mailer, contact }: Pick<AccountArea, 'mailer' | 'contact'>): void {
  if (mailer.isAvailable) return;
  const whom = contact === null ? 'the operator of this service' : contact;
  throw new IdentityError('MailUnavailable', `This installation sends no mail. Ask ${whom} for a sign-in link.`);
}

/**
 * Runs an attempt that succeeds or not, within the limits: it is counted before it is made, so that any number at the
 * same moment are limited too. A successful one, and one that came to no verdict, is taken back.
 */
export async function attempt(
  { stores, clock }: AccountArea,
  kind: AttemptKind,
  target: { readonly account: string; readonly accountId: number | null; readonly visitor: Visitor },
  succeeds: () => Promise<boolean>,
): Promise<boolean> {
  const { account, accountId, visitor } = target;
  const now = clock.now();
  const device = visitor.deviceToken;
  // Asked for unknown accounts too, so that the time it takes tells nothing.
  const isKnown =
    device !== null &&
    (await stores.devices.isKnown(accountId ?? 0, hashOfSecret(device), new Date(now.getTime() - KNOWN_DEVICE_MS)));
  const subjects = attemptSubjects(kind, { account, network: visitor.network, knownDevice: isKnown ? device : null });
  const waitMs = await stores.attempts.spend(subjects, now);
  if (waitMs > 0) throw tooMany(waitMs);
  // Without a verdict, as when there was no capacity to check a password, nothing was tried and nothing is counted.
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
