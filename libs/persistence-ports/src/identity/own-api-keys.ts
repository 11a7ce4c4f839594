import type { ApiKeyRecord, NewApiKey } from '../access.ts';

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
