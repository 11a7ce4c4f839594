import type { Account } from '../access/access.ts';
import type { AccountAtEpoch, LiveSession, SessionRenewal } from './sessions.ts';

/** An account and the means by which its owner signs in. */
export interface Identity extends Account {
  readonly epoch: number;
  /** Argon2id in PHC notation; null: no password. */
  readonly passwordHash: string | null;
  /** Base32; null: no authenticator app. */
  readonly totpSecret: string | null;
  /** Secret of an unconfirmed app. */
  readonly pendingTotpSecret: string | null;
  readonly recoveryCodesLeft: number;
  readonly passkeyCount: number;
  /** Random and constant: the account's user handle for passkeys. */
  readonly passkeyUser: string;
}

/** Methods that take an account at an epoch throw ConflictError and change nothing if the epoch was raised since. */
export abstract class Credentials {
  abstract findByEmail(email: string): Promise<Identity | null>;

  abstract find(accountId: number): Promise<Identity | null>;

  /** Raises the epoch and ends all other sessions; this session gets a new token. False: it has ended. */
  abstract setPassword(session: LiveSession, passwordHash: string, renewal: SessionRenewal): Promise<boolean>;

  /** Unused until confirmed; replaces an earlier pending secret. */
  abstract beginTotp(accountId: number, secret: string): Promise<void>;

  /** Activates the pending secret with new recovery codes and spends its first step; false: none pending. */
  abstract confirmTotp(
    account: AccountAtEpoch,
    first: { readonly step: number; readonly at: Date },
    codeHashes: readonly Buffer[],
  ): Promise<boolean>;

  /** Removes recovery codes too. */
  abstract removeTotp(account: AccountAtEpoch): Promise<void>;

  /** True only for the first use of a step later than all before, also under concurrency. */
  abstract spendTotpStep(accountId: number, step: number): Promise<boolean>;

  abstract replaceRecoveryCodes(account: AccountAtEpoch, codeHashes: readonly Buffer[]): Promise<void>;

  abstract spendRecoveryCode(accountId: number, codeHash: Buffer): Promise<boolean>;
}
