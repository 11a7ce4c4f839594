import type { Condition, Holding } from '@brickmarket/domain';
import type { DateFormat } from '../reading/calendar-day.ts';
import type { ReadOptions } from '../reading/read-feed.ts';

/** A holding, and the brickfolio the file puts it in; null when the file does not say. */
export interface CollectionEntry {
  readonly holding: Holding;
  readonly brickfolio: string | null;
}

/** What a person can say about a collection file that the file itself may not. */
export interface CollectionOptions extends ReadOptions {
  /** How days with slashes are written, when the file allows both. */
  readonly dateFormat?: DateFormat | undefined;
  /** The condition of copies for which the file has none. */
  readonly condition?: Condition | undefined;
}
