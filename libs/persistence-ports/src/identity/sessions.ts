/** How a session was begun. */
export type SignInMethod = 'password' | 'password_and_code' | 'passkey' | 'link' | 'invitation';

/**
 * An account as it was when it was read. The epoch is raised by a new password, a new address and the ending of
 * sessions: whatever was begun before is worth nothing from then on.
 */
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
