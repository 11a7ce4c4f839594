import type { Plan } from '@brickmarket/domain';

/** Somebody who may hold keys. */
export interface Account {
  readonly id: number;
  /** Lower case; unique. */
  readonly email: string;
  readonly plan: Plan;
  readonly createdAt: Date;
}

/** The accounts, named by their e-mail address in lower case. */
export abstract class AccountStore {
  /** Null when the address is taken. */
  abstract create(email: string, plan: Plan): Promise<Account | null>;

  /** Null when there is no such account. In force from the next request on. */
  abstract changePlan(email: string, plan: Plan): Promise<Account | null>;

  abstract findByEmail(email: string): Promise<Account | null>;

  /** All of them, oldest first. */
  abstract listAll(): Promise<readonly Account[]>;
}
