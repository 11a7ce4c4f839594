/** How a session was begun. */
export type SignInMethod = 'password' | 'password_and_code' | 'passkey' | 'link' | 'invitation';

/** The epoch rises with a new password or address and with ended sessions, and voids whatever was started before. */
export interface AccountAtEpoch {
  readonly accountId: number;
  readonly epoch: number;
}

/** What is stored of a session. */
export interface SessionRecord {
  readonly id: number;
  readonly accountId: number;
  readonly method: SignInMethod;
  /** `Firefox on Linux`. */
  readonly device: string;
  readonly address: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly verifiedAt: Date;
  readonly expiresAt: Date;
}

/** A session that a request came with, and its account at that moment. */
export interface LiveSession extends SessionRecord, AccountAtEpoch {}

/** A session to be begun; it counts as used and verified when it is created. */
export interface NewSession extends AccountAtEpoch {
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
  readonly idleMs: number;
  /** A use is recorded if the last record is older. */
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
  /** Beyond the maximum ends the least recently used, exactly. ConflictError: the epoch was raised. */
  abstract open(session: NewSession, bounds: SessionBounds): Promise<OpenedSession>;

  /** Records the use. Null: unknown, ended, idle or expired. */
  abstract findLive(tokenHash: Buffer, use: SessionUse): Promise<LiveSession | null>;

  /** Invalidates the old token. False: ended. ConflictError: the epoch was raised since. */
  abstract renew(session: LiveSession, renewal: SessionRenewal): Promise<boolean>;

  /** Last used first. */
  abstract list(accountId: number): Promise<readonly SessionRecord[]>;

  /** Sign-out. False: no such session. */
  abstract end(accountId: number, id: number): Promise<boolean>;

  /** Raises the epoch, as the session may be stolen. False: no such session. */
  abstract revoke(accountId: number, id: number): Promise<boolean>;

  /** Raises the epoch; null ends all. Returns how many. */
  abstract endOthers(accountId: number, keptId: number | null): Promise<number>;
}
