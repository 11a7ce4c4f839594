import type { Plan } from '@brickmarket/domain';

/** Somebody who may hold keys. */
export interface Account {
  readonly id: number;
  /** Lower case; unique. */
  readonly email: string;
  readonly plan: Plan;
  readonly createdAt: Date;
}

/** How many rows belong to an account, of each kind. */
export interface AccountBelongings {
  readonly keys: number;
  /** Counters of use: one for each key and day. */
  readonly usageDays: number;
  readonly brickfolios: number;
  readonly holdings: number;
  readonly sales: number;
}

/** The accounts, named by their e-mail address in lower case. */
export abstract class AccountStore {
  /** Null when the address is taken. */
  abstract create(email: string, plan: Plan): Promise<Account | null>;

  /** Null when there is no such account. In force from the next request on. */
  abstract changePlan(email: string, plan: Plan): Promise<Account | null>;

  abstract findByEmail(email: string): Promise<Account | null>;

  /** What would be deleted with an account. */
  abstract countBelongings(accountId: number): Promise<AccountBelongings>;

  /**
   * Deletes an account with everything that belongs to it, all of it or nothing, and says how much that was; null when
   * there is no such account. Its keys are revoked first and stay so when the rest fails: no request is admitted while
   * rows disappear.
   */
  abstract delete(accountId: number): Promise<AccountBelongings | null>;

  /** All of them, oldest first. */
  abstract listAll(): Promise<readonly Account[]>;
}
