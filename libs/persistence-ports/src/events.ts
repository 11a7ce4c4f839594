import type { PriceState, RecordedEvent, RetailEvent } from '@brickmarket/domain';

/** What is new about a set at a retailer; `before` is null when it was never observed there. */
export type RetailNews = (before: PriceState | null, after: PriceState) => readonly RetailEvent[];

/** Which events to list; null: no restriction. */
export interface EventFilter {
  readonly kind: string | null;
  readonly setNumber: string | null;
  /** Only events recorded then or later. */
  readonly since: Date | null;
  readonly limit: number;
}

/**
 * The log of what has happened. Imports, valuations and publications write to it in the transaction that changes the
 * data, so that an event is in the log exactly when its change is stored.
 */
export abstract class EventLog {
  /**
   * Records what the passing of time alone has brought about: sets whose last day on sale is over, keys that expire
   * soon, keys that have used most of today's allowance. Each once. Returns how many were recorded.
   */
  abstract recordDue(): Promise<number>;

  /** Newest first. */
  abstract list(filter: EventFilter): Promise<readonly RecordedEvent[]>;

  /** Deletes the events that were recorded before an instant, with their alerts and deliveries; returns how many. */
  abstract deleteBefore(instant: Date): Promise<number>;
}
