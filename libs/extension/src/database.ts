import type { EventFacts } from '@brickmarket/domain';

/** Injection token of `ExtensionDatabase`. A string, as an extension brings its own copy of this library's classes. */
export const DATABASE = 'brickmarket:extension-database';

/** An event that has happened to an account. */
export interface NewEvent {
  /** Event type of the extension. */
  readonly kind: string;
  readonly accountId: number;
  /** Such as `wish/7`. */
  readonly subject: string;
  /** Distinguishes events of a type and subject: the same cause is recorded once. */
  readonly cause: string;
  readonly facts: EventFacts;
  /** Default: now. */
  readonly occurredAt?: Date;
}

/** The statements of one transaction. */
export interface ExtensionTransaction {
  /** Tables are named without a schema. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;

  /** Records an event, matched with rules after the commit. False: recorded before. */
  record(event: NewEvent): Promise<boolean>;
}

/** The extension's tables. Its role can use nothing else. */
export interface ExtensionDatabase {
  /** Runs a transaction that sees only this account's rows. Rolled back when `work` throws. */
  asAccount<Result>(accountId: number, work: (tx: ExtensionTransaction) => Promise<Result>): Promise<Result>;
}

/** Adds access for jobs, which have no account. */
export interface JobDatabase extends ExtensionDatabase {
  /** Runs a transaction that sees the rows of all accounts. */
  asEveryAccount<Result>(work: (tx: ExtensionTransaction) => Promise<Result>): Promise<Result>;
}
