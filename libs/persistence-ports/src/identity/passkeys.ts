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
