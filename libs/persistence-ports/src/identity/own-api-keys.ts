import type { ApiKeyRecord, NewApiKey } from '../access/access.ts';

/** A key as its owner sees it. */
export interface OwnApiKey extends Omit<ApiKeyRecord, 'lastUsedOn'> {
  /** By the clock of admission. */
  readonly state: 'active' | 'expired' | 'revoked';
  readonly usedToday: number;
  /** Used today by earlier keys of the slot; counts against the quota. */
  readonly carriedToday: number;
  /** As far as daily counters are retained; null: none. */
  readonly firstUsedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

/** What rotating a key led to. */
export type RotatedKey =
  | { readonly outcome: 'rotated'; readonly created: OwnApiKey; readonly previous: OwnApiKey }
  | { readonly outcome: 'limit' | 'not-active' | 'not-found' };

/** The keys of one account at a time, in the hands of their owner. */
export abstract class OwnApiKeys {
  /** Includes revoked keys; newest first. */
  abstract list(accountId: number): Promise<readonly OwnApiKey[]>;

  abstract find(accountId: number, id: number): Promise<OwnApiKey | null>;

  /** Null: the account has its maximum of active keys, also under concurrent calls. */
  abstract create(key: NewApiKey): Promise<OwnApiKey | null>;

  /** Successor with name, limit, lifetime and today's usage. `overlapMs` 0 revokes the old key immediately. */
  abstract rotate(
    accountId: number,
    id: number,
    successor: Pick<NewApiKey, 'keyHash' | 'last4'>,
    overlapMs: number,
  ): Promise<RotatedKey>;

  /** Null: no such key. Admits nothing once resolved. */
  abstract revoke(accountId: number, id: number): Promise<OwnApiKey | null>;
}
