import type { DataKind, DataVersions } from '@brickmarket/persistence-ports';

/** What shared data was like when a request was admitted. */
export interface DataStamp {
  readonly versions: DataVersions;
  /** The UTC day by the database's clock: a set can retire overnight without any import. */
  readonly day: string;
}

/** Where values are kept: a map, or a part of a memory that may forget them. */
export interface KeptValues<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  clear(): void;
}

/**
 * Keeps what was derived from shared data until that data changes. The stamp comes from the request's own admission, so an
 * answer is never older than what was committed when the request was admitted. Only for data that is the same for every
 * caller.
 */
export class VersionedCache<Value extends object> {
  private current: DataStamp | null = null;

  constructor(
    /** The kinds of data the values are derived from. */
    private readonly kinds: readonly DataKind[],
    private readonly entries: KeptValues<Value>,
  ) {}

  get(stamp: DataStamp, key: string): Value | undefined {
    this.moveOnTo(stamp);
    return this.entries.get(key);
  }

  /** Keeps a value that was read for a request with this stamp, unless the data has moved on since. */
  set(stamp: DataStamp, key: string, value: Value): void {
    if (this.current !== null && !this.isNewer(stamp, this.current) && !this.isNewer(this.current, stamp))
      this.entries.set(key, value);
  }

  private moveOnTo(stamp: DataStamp): void {
    if (this.current !== null && !this.isNewer(stamp, this.current)) return;
    this.entries.clear();
    this.current = stamp;
  }

  private isNewer(a: DataStamp, b: DataStamp): boolean {
    if (a.day > b.day) return true;
    for (const kind of this.kinds) if (a.versions[kind] > b.versions[kind]) return true;
    return false;
  }
}
