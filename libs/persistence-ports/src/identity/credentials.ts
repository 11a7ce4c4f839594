import type { Account } from '../access.ts';
import type { AccountAtEpoch, LiveSession, SessionRenewal } from './sessions.ts';

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
