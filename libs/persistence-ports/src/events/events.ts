import type { PriceState, RecordedEvent, RetailEvent } from '@brickmarket/domain';

/** `before` is null for a first observation. */
export type RetailNews = (before: PriceState | null, after: PriceState) => readonly RetailEvent[];

/** Which events to list; null: no restriction. */
export interface EventFilter {
  readonly kind: string | null;
  readonly setNumber: string | null;
  readonly since: Date | null;
  readonly limit: number;
}

/** Written in the transaction that changes the data, so an event exists exactly when its change does. */
export abstract class EventLog {
  /** Records retirements, expiring keys and keys near their quota, each once. Returns how many. */
  abstract recordDue(): Promise<number>;

  abstract list(filter: EventFilter): Promise<readonly RecordedEvent[]>;

  /** Deletes their alerts and deliveries too; returns how many events. */
  abstract deleteBefore(instant: Date): Promise<number>;
}
