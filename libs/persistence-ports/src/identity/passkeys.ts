/** What is stored of a passkey. */
export interface Passkey {
  readonly id: number;
  readonly accountId: number;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  /** Use count of the authenticator; 0: it does not count. */
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  /** Whether it is on several devices. */
  readonly isSynced: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** A passkey to be stored. */
export type NewPasskey = Omit<Passkey, 'id' | 'lastUsedAt'>;

/** The passkeys of all accounts. */
export abstract class Passkeys {
  /** Null: the credential is registered, for any account. ConflictError: the epoch was raised since. */
  abstract add(passkey: NewPasskey, epoch: number): Promise<Passkey | null>;

  abstract find(credentialId: Buffer): Promise<Passkey | null>;

  abstract list(accountId: number): Promise<readonly Passkey[]>;

  abstract recordUse(accountId: number, id: number, counter: number, now: Date): Promise<void>;

  abstract remove(accountId: number, id: number): Promise<boolean>;
}
