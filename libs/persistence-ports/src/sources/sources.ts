import type { Condition, EpochDay, ItemKind } from '@brickmarket/domain';

/** How a source of market data is called. Secrets are not stored in the database. */
export interface SourceSettings {
  readonly address: string;
  readonly callsADay: number;
  readonly callsASecond: number;
  readonly options: Readonly<Record<string, string>>;
}

/** `stopped`: the source refused the key. The operator must act. */
export type SourceState = 'active' | 'paused' | 'stopped';

/** The last fault of a source. */
export interface SourceError {
  readonly kind: string;
  readonly sentence: string;
  readonly at: Date;
}

/** A source that the operator has added. */
export interface StoredSource extends SourceSettings {
  readonly name: string;
  readonly state: SourceState;
  readonly addedAt: Date;
  readonly termsReadAt: Date;
  readonly blockedUntil: Date | null;
  /** What the source keeps from one call to the next, such as entity tags. */
  readonly memory: Readonly<Record<string, unknown>>;
  readonly plannedAt: Date | null;
  readonly callsToday: number;
  /** The next midnight, UTC. */
  readonly dayEndsAt: Date;
  readonly items: number;
  readonly itemsDue: number;
  /** The longest ago that an item was asked for. Null if no item was, or an item never was. */
  readonly oldestItemAt: Date | null;
  readonly lastSuccessAt: Date | null;
  readonly lastError: SourceError | null;
  /** New and changed rows of all its imports. */
  readonly rowsImported: number;
  readonly rowsRejected: number;
}

/** The sources of this installation. */
export abstract class SourceRegistry {
  /** Keeps counters and items of a source that exists; makes it active. */
  abstract put(name: string, settings: SourceSettings): Promise<void>;

  /** By name. */
  abstract list(): Promise<readonly StoredSource[]>;

  abstract find(name: string): Promise<StoredSource | null>;

  /** False: no such source. */
  abstract setState(name: string, state: SourceState): Promise<boolean>;

  /** Records a fault. No call is granted before `blockedUntil`. */
  abstract noteFault(
    name: string,
    fault: Omit<SourceError, 'at'>,
    blockedUntil: Date | null,
    stops: boolean,
  ): Promise<void>;

  /** Its imports remain. False: no such source. */
  abstract remove(name: string): Promise<boolean>;
}

/** Whether a call may be made, and after how long. */
export type ChargedCall =
  | { readonly isGranted: true; readonly waitMs: number }
  | { readonly isGranted: false; readonly because: 'budget' | 'blocked' | 'paused' | 'stopped' | 'removed' };

/** Counts calls by UTC day, for all processes. A restart or a failed call gives nothing back. */
export abstract class SourceBudget {
  /** Checks and counts in one statement. */
  abstract charge(name: string, calls: number): Promise<ChargedCall>;
}

/** What a plan knows of an item of the market in one condition. */
export interface MarketItemFacts {
  readonly kind: ItemKind;
  /** Number that marketplaces use. */
  readonly number: string;
  readonly condition: Condition;
  /** Known sales of the last 180 days. */
  readonly sales: number;
  /** Width of the published range as a share of the value. Null: no value. */
  readonly width: number | null;
  /** Held or watched by an account. */
  readonly isHeld: boolean;
  /** EAN or UPC; sets only. */
  readonly barcode: string | null;
  readonly year: number | null;
  readonly exitDay: EpochDay | null;
}

/** An item that a source is asked for, under a key of the source. */
export interface SourceItem {
  readonly item: string;
  readonly askedAt: Date | null;
  /** When the source last had new rows of it. */
  readonly foundAt: Date | null;
  /** Calls without new rows since then. */
  readonly misses: number;
  readonly dueAt: Date;
}

/** Items that one process asks for in one call. */
export interface Lease {
  readonly source: string;
  readonly lease: string;
  readonly items: readonly SourceItem[];
}

/** What became of a leased item. */
export interface FinishedItem {
  readonly item: string;
  readonly hasFound: boolean;
  readonly dueAt: Date;
}

/** What became of a lease. */
export interface FinishedLease extends Omit<Lease, 'items'> {
  readonly items: readonly FinishedItem[];
  /** Undefined: unchanged. */
  readonly memory?: Readonly<Record<string, unknown>> | undefined;
  /** No call is granted before. */
  readonly quietUntil?: Date | undefined;
  /** Rows that no import counts. */
  readonly storedRows?: number | undefined;
}

/** How many items are leased, and for how long. */
export interface LeaseLimits {
  /** Leases of all processes. */
  readonly atOnce: number;
  /** Items of a lease. */
  readonly batch: number;
  readonly leaseMs: number;
}

/** Items of a source by rank. A dead process loses its leases. */
export abstract class SourceQueue {
  abstract listMarketFacts(): Promise<readonly MarketItemFacts[]>;

  abstract listItems(source: string): Promise<readonly SourceItem[]>;

  /** New items are due now. Items that are not named leave the queue. */
  abstract plan(source: string, ranks: readonly { readonly item: string; readonly rank: number }[]): Promise<void>;

  /** The due items of the highest ranks. Null: none is due, or there are `atOnce` leases. */
  abstract lease(source: string, limits: LeaseLimits): Promise<Lease | null>;

  /** Nothing if the lease has been lost. */
  abstract finish(finished: FinishedLease): Promise<void>;

  /** Gives items back that were not asked for, or in vain. */
  abstract release(lease: Lease): Promise<void>;
}

/** Units of a currency for one euro, on a day. */
export interface ExchangeRate {
  readonly day: EpochDay;
  readonly currency: string;
  readonly rate: number;
}

/** Reference rates of the euro by day. */
export abstract class ExchangeRates {
  /** Corrects rates that are known. Returns how many were new or changed. */
  abstract put(rates: readonly ExchangeRate[]): Promise<number>;

  /** Rates of the day, or of the last one before with any, at most a week earlier. The euro itself is absent. */
  abstract findOn(day: EpochDay): Promise<readonly ExchangeRate[]>;

  abstract lastDay(): Promise<EpochDay | null>;
}
