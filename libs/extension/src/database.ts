import type { EventFacts } from '@brickmarket/domain';

/**
 * Injection token of the extension's `ExtensionDatabase`. A text, because an extension brings its own copy of this
 * library, and a class of one copy is not that of another.
 */
export const DATABASE = 'brickmarket:extension-database';

/** An event that has happened to an account. */
export interface NewEvent {
  /** One of the extension's kinds. */
  readonly kind: string;
  readonly accountId: number;
  /** What it happened to, such as `wish/7`. */
  readonly subject: string;
  /** Tells the events of a kind that happen to one subject from each other: the same cause is recorded once. */
  readonly cause: string;
  readonly facts: EventFacts;
  /** By default now. */
  readonly occurredAt?: Date;
}

/** The statements of one transaction. */
export interface ExtensionTransaction {
  /** Runs a statement and returns its rows. Tables are named without a schema. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;

  /** Records an event, of which rules are asked once the transaction is committed. False: it was recorded before. */
  record(event: NewEvent): Promise<boolean>;
}

/** The extension's tables, reached with a role that may use nothing else. */
export interface ExtensionDatabase {
  /**
   * Runs `work` in a transaction in which tables have no rows but those of this account. It is rolled back when `work`
   * throws.
   */
  asAccount<Result>(accountId: number, work: (tx: ExtensionTransaction) => Promise<Result>): Promise<Result>;
}

/** The same for jobs, which belong to no account. */
export interface JobDatabase extends ExtensionDatabase {
  /** Runs `work` in a transaction in which tables have the rows of all accounts. */
  asEveryAccount<Result>(work: (tx: ExtensionTransaction) => Promise<Result>): Promise<Result>;
}
