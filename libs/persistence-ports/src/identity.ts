import type { AttemptSubject, AuditKind, Plan, SignInMethod, TokenPurpose } from '@brickmarket/domain';
import type { Account, ApiKeyRecord, NewApiKey } from './access.ts';

/**
 * An account as it was when it was read. The epoch is raised by a new password, a new address and the ending of
 * sessions: whatever was begun before is worth nothing from then on.
 */
export interface AccountAtEpoch {
  readonly accountId: number;
  readonly epoch: number;
}

/** An account and the means by which its owner signs in. */
export interface Identity extends Account {
  /** As in `AccountAtEpoch`. */
  readonly epoch: number;
  /** Argon2id in its own notation; null when no password was set. */
  readonly passwordHash: string | null;
  /** Base32; null when no authenticator app is in use. */
  readonly totpSecret: string | null;
  /** The secret of an app that has not proven itself yet. */
  readonly pendingTotpSecret: string | null;
  readonly recoveryCodesLeft: number;
  readonly passkeyCount: number;
  /** Random and constant: what passkeys know the account by. */
  readonly passkeyUser: string;
}

/**
 * Passwords, authenticator apps and recovery codes. What takes an account at an epoch throws ConflictError and changes
 * nothing when the epoch has been raised since, also at the same moment.
 */
export abstract class Credentials {
  /** By an address in lower case; null when there is no such account. */
  abstract findByEmail(email: string): Promise<Identity | null>;

  /** Null when there is no such account. */
  abstract find(accountId: number): Promise<Identity | null>;

  /**
   * Sets or replaces the password, which raises the epoch and ends all sessions but this one, whose token is renewed.
   * False when this one has ended.
   */
  abstract setPassword(session: LiveSession, passwordHash: string, renewal: SessionRenewal): Promise<boolean>;

  /** Stores a secret that is not used before it is confirmed; it replaces an earlier such secret. */
  abstract beginTotp(accountId: number, secret: string): Promise<void>;

  /** Puts the pending secret into use, the step of its first code spent, with new recovery codes; false without one. */
  abstract confirmTotp(
    account: AccountAtEpoch,
    first: { readonly step: number; readonly at: Date },
    codeHashes: readonly Buffer[],
  ): Promise<boolean>;

  /** Removes the authenticator app and all recovery codes. */
  abstract removeTotp(account: AccountAtEpoch): Promise<void>;

  /** True for the first use of a time step later than all used before; several at the same moment succeed once. */
  abstract spendTotpStep(accountId: number, step: number): Promise<boolean>;

  /** Replaces all recovery codes. */
  abstract replaceRecoveryCodes(account: AccountAtEpoch, codeHashes: readonly Buffer[]): Promise<void>;

  /** True for the first use of a code of this account. */
  abstract spendRecoveryCode(accountId: number, codeHash: Buffer): Promise<boolean>;
}

/** What is stored of a session. */
export interface SessionRecord {
  readonly id: number;
  readonly accountId: number;
  readonly method: SignInMethod;
  /** `Firefox on Linux`. */
  readonly device: string;
  /** The network address it was begun from. */
  readonly address: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  /** When the owner last proved who they are. */
  readonly verifiedAt: Date;
  readonly expiresAt: Date;
}

/** A session that a request came with, and its account at that moment. */
export interface LiveSession extends SessionRecord, AccountAtEpoch {}

/** A session to be begun; it counts as used and verified when it is created. */
export interface NewSession extends AccountAtEpoch {
  /** As `hashOfSecret` returns it. */
  readonly tokenHash: Buffer;
  readonly method: SignInMethod;
  readonly device: string;
  readonly address: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** What a session must satisfy to be found. */
export interface SessionUse {
  readonly now: Date;
  /** A session unused for longer has ended. */
  readonly idleMs: number;
  /** Uses are recorded when the recorded one is older than this. */
  readonly recordEveryMs: number;
}

/** A new secret for a session whose owner has just proven who they are. */
export interface SessionRenewal {
  readonly tokenHash: Buffer;
  readonly verifiedAt: Date;
}

/** How many sessions an account has at most, and after what time without use one has ended. */
export interface SessionBounds {
  readonly max: number;
  readonly idleMs: number;
}

/** A session that was begun, and those that had to end for it. */
export interface OpenedSession {
  readonly session: LiveSession;
  readonly displaced: readonly SessionRecord[];
}

/** The sessions of signed-in browsers. */
export abstract class Sessions {
  /**
   * Begins a session, and forgets those of the account that are over. With more than the most, the least recently used
   * end, exactly also when several begin at the same moment. Throws ConflictError when the epoch has been raised since.
   */
  abstract open(session: NewSession, bounds: SessionBounds): Promise<OpenedSession>;

  /** The live session with this token, its use recorded; null when there is none: unknown, ended, idle or expired. */
  abstract findLive(tokenHash: Buffer, use: SessionUse): Promise<LiveSession | null>;

  /**
   * Gives a session a new token and verifies it; the old token is worthless at once. False when it has ended. Throws
   * ConflictError when the epoch has been raised since the session was found.
   */
  abstract renew(session: LiveSession, renewal: SessionRenewal): Promise<boolean>;

  /** The sessions of an account, the last used first. */
  abstract list(accountId: number): Promise<readonly SessionRecord[]>;

  /** Ends a session whose browser signs out or in anew. False when the account has no such session. */
  abstract end(accountId: number, id: number): Promise<boolean>;

  /** Ends a session that somebody may have stolen, and raises the epoch. False when the account has no such session. */
  abstract revoke(accountId: number, id: number): Promise<boolean>;

  /** Ends all sessions of the account but one, or all with null, and raises the epoch; returns how many. */
  abstract endOthers(accountId: number, keptId: number | null): Promise<number>;
}

/** A secret that is good once. */
export interface NewOneTimeToken {
  /** As `hashOfSecret` returns it. */
  readonly tokenHash: Buffer;
  readonly purpose: TokenPurpose;
  /** Null when the account does not exist yet, or is not known. */
  readonly accountId: number | null;
  /** That of the account when what led to this token was begun: it is good at no other. Null without an account. */
  readonly epoch: number | null;
  /** Whom it was made for, or the address to be proven. */
  readonly email: string | null;
  /** The plan of the account to be created; null otherwise. */
  readonly plan: Plan | null;
  /** The challenge of a passkey. */
  readonly challenge: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** What is stored of a one-time token. */
export interface OneTimeToken extends Omit<NewOneTimeToken, 'tokenHash' | 'createdAt'> {
  /** When it was used or replaced; null when it is still good, unless it has expired. */
  readonly usedAt: Date | null;
  /** Whether the epoch of its account has been raised since. */
  readonly isVoid: boolean;
}

type AddressRefusal =
  /** The address belongs to another account; the link stays unused. */
  | { readonly outcome: 'taken' }
  /** Used or expired meanwhile, or void. */
  | { readonly outcome: 'gone' };

/** What became of a change of address, with the one before. */
export type AddressChange =
  | { readonly outcome: 'changed'; readonly accountId: number; readonly previous: string }
  | AddressRefusal;

/** What became of taking an address back. */
export type AddressRestoration = { readonly outcome: 'restored'; readonly accountId: number } | AddressRefusal;

/** What became of an invitation. */
export type InvitationOutcome =
  | { readonly outcome: 'created' | 'joined'; readonly accountId: number }
  /** The address has a means to sign in already. */
  | { readonly outcome: 'registered' }
  /** Used or expired meanwhile. */
  | { readonly outcome: 'gone' };

/**
 * Links and challenges. Using one is atomic: of several at the same moment one succeeds, and of a use and a raise of
 * the epoch the first; a raise that comes second ends what the use has led to.
 */
export abstract class OneTimeTokens {
  /**
   * Stores one. A link takes the place of an earlier unused one of the same purpose for the same account, or, without
   * an account, for the same address.
   */
  abstract issue(token: NewOneTimeToken): Promise<void>;

  /** Null when there never was one, or it is long forgotten. */
  abstract find(tokenHash: Buffer): Promise<OneTimeToken | null>;

  /** Uses a good one of this purpose and returns it; null when there is none. */
  abstract use(tokenHash: Buffer, purpose: TokenPurpose, now: Date): Promise<OneTimeToken | null>;

  /**
   * Uses an invitation or a sign-up: creates its account, or joins one without any means to sign in, and sets the
   * password. A pending invitation to the same address decides on the plan. No account changes when the address is
   * registered.
   */
  abstract acceptInvitation(tokenHash: Buffer, passwordHash: string, now: Date): Promise<InvitationOutcome>;

  /** Uses a reset: sets the password, which raises the epoch, and ends all sessions. The account, or null: not good. */
  abstract resetPassword(tokenHash: Buffer, passwordHash: string, now: Date): Promise<number | null>;

  /** Uses an address change, which raises the epoch, and stores a link that takes the address back until a time. */
  abstract changeAddress(
    tokenHash: Buffer,
    restore: { readonly tokenHash: Buffer; readonly expiresAt: Date },
    now: Date,
  ): Promise<AddressChange>;

  /**
   * Takes an address back, with a new password. All sessions end, and all passkeys, an authenticator app that was set
   * up less than a day before the change or after it, and links that would take back a later address are removed.
   */
  abstract restoreAddress(tokenHash: Buffer, passwordHash: string, now: Date): Promise<AddressRestoration>;
}

/** Counts attempts, exactly on any number of processes. */
export abstract class AttemptLimits {
  /** Charges an attempt to all subjects and returns 0, or charges none and returns the milliseconds to wait. */
  abstract spend(subjects: readonly AttemptSubject[], now: Date): Promise<number>;

  /** Takes the charge of a successful attempt back. */
  abstract refund(subjects: readonly AttemptSubject[]): Promise<void>;
}

/** Browsers that have signed in to an account before. */
export abstract class KnownDevices {
  /** Remembers one; of more than the most, those that were used least recently are forgotten. */
  abstract remember(accountId: number, tokenHash: Buffer, now: Date, max: number): Promise<void>;

  /** Whether it has been remembered since an instant. */
  abstract isKnown(accountId: number, tokenHash: Buffer, since: Date): Promise<boolean>;
}

/** What is stored of a passkey. */
export interface Passkey {
  readonly id: number;
  readonly accountId: number;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  /** The authenticator's own count of uses; 0 when it does not count. */
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  /** Whether it is on several devices of its owner. */
  readonly isSynced: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** A passkey to be stored. */
export type NewPasskey = Omit<Passkey, 'id' | 'lastUsedAt'>;

/** The passkeys of all accounts. */
export abstract class Passkeys {
  /**
   * Null when the credential is registered already, with whatever account. Throws ConflictError when the epoch of the
   * account has been raised since.
   */
  abstract add(passkey: NewPasskey, epoch: number): Promise<Passkey | null>;

  /** By what the browser calls it; null when it is unknown. */
  abstract find(credentialId: Buffer): Promise<Passkey | null>;

  /** Oldest first. */
  abstract list(accountId: number): Promise<readonly Passkey[]>;

  /** Records a use with the authenticator's count. */
  abstract recordUse(accountId: number, id: number, counter: number, now: Date): Promise<void>;

  /** False when the account has no such passkey. */
  abstract remove(accountId: number, id: number): Promise<boolean>;
}

/** An entry of an account's log. */
export interface AuditEvent {
  readonly id: number;
  readonly at: Date;
  readonly kind: AuditKind;
  /** A sentence for the owner. */
  readonly summary: string;
  /** Network address and device it came from; null when it came from the operator. */
  readonly address: string | null;
  readonly device: string | null;
}

/** An entry to be added. */
export interface NewAuditEvent extends Omit<AuditEvent, 'id'> {
  readonly accountId: number;
}

/** What happened to an account. Entries are never changed; they are deleted with the account only. */
export abstract class AuditLog {
  abstract add(event: NewAuditEvent): Promise<void>;

  /** Newest first; with `before` only entries with a smaller id. */
  abstract list(
    accountId: number,
    page: { readonly before: number | null; readonly limit: number },
  ): Promise<readonly AuditEvent[]>;
}

/** A key as its owner sees it. */
export interface OwnApiKey extends Omit<ApiKeyRecord, 'lastUsedOn'> {
  /** By the clock that admission goes by. */
  readonly state: 'active' | 'expired' | 'revoked';
  readonly usedToday: number;
  /** What keys that had its slot before have used today: it counts against the allowance too. */
  readonly carriedToday: number;
  /** The first and last request charged to it, as far as its daily counters are kept; null when there are none. */
  readonly firstUsedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

/** What rotating a key led to. */
export type RotatedKey =
  | { readonly outcome: 'rotated'; readonly created: OwnApiKey; readonly previous: OwnApiKey }
  | { readonly outcome: 'limit' | 'not-active' | 'not-found' };

/** The keys of one account at a time, in the hands of their owner. */
export abstract class OwnApiKeys {
  /** Every key the account ever had, newest first. */
  abstract list(accountId: number): Promise<readonly OwnApiKey[]>;

  /** Null when the account has no such key. */
  abstract find(accountId: number, id: number): Promise<OwnApiKey | null>;

  /** Null when the account has its maximum of active keys, also when several are created at the same moment. */
  abstract create(key: NewApiKey): Promise<OwnApiKey | null>;

  /**
   * Creates a successor with the name, limit and span of life of an active key, which goes on where that was: what was
   * used today counts against the successor too. The old one works for `overlapMs` more, or, with 0, is revoked in the
   * same transaction. Never more keys are active than allowed.
   */
  abstract rotate(
    accountId: number,
    id: number,
    successor: Pick<NewApiKey, 'keyHash' | 'last4'>,
    overlapMs: number,
  ): Promise<RotatedKey>;

  /** Null when the account has no such key. Once this resolves no request is admitted with it. */
  abstract revoke(accountId: number, id: number): Promise<OwnApiKey | null>;
}

/** Deletes what can no longer be used, so that tables do not grow without bound. */
export abstract class IdentityRetention {
  /** Deletes sessions, tokens and counters of attempts that were over before `over`, and devices not used since. */
  abstract deleteBefore(limits: { readonly over: Date; readonly devicesUnusedSince: Date }): Promise<number>;
}
