import type { DataKind, DataVersions } from '@brickmarket/persistence-ports';
import { Global, Inject, Injectable, Module } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { API_CONFIG, type ApiConfig } from '../config/config.ts';
import type { JsonDocument } from '../http/json-document.ts';

/** What shared data was like when a request was admitted. */
export interface DataStamp {
  readonly versions: DataVersions;
  /** The UTC day by the database's clock: a set can retire overnight without any import. */
  readonly day: string;
}

/** Where values are kept: a map, or a part of a memory that may forget them. */
export interface CacheStore<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  clear(): void;
}

/**
 * Keeps what was derived from shared data until that data changes. The stamp comes from the request's own admission, so
 * an answer is never older than what was committed when the request was admitted. Only for data that is the same for
 * every caller.
 */
export class VersionedCache<Value extends object> {
  private current: DataStamp | null = null;

  constructor(
    /** The kinds of data the values are derived from. */
    private readonly kinds: readonly DataKind[],
    private readonly entries: CacheStore<Value>,
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

const BYTES_PER_MB = 1_048_576;
/** The entry itself, its place in the list and its key's own header. */
const OVERHEAD_BYTES = 250;
const NEEDS_TWO_BYTES = /[\u0100-\uffff]/;

/**
 * The memory that all kept documents of the process share, bounded by bytes: a history of ten years is as long as
 * thirty set records, so a number of documents bounds nothing. The least recently used go first, whatever their kind.
 */
@Injectable()
export class DocumentCache {
  private readonly entries: LRUCache<string, JsonDocument>;
  private sections = 0;

  constructor(@Inject(API_CONFIG) { documentCacheMb }: Pick<ApiConfig, 'documentCacheMb'>) {
    this.entries = new LRUCache({ maxSize: documentCacheMb * BYTES_PER_MB, sizeCalculation: bytesOf });
  }

  /** About what all kept documents take. */
  get usedBytes(): number {
    return this.entries.calculatedSize;
  }

  /** A part of this memory with keys of its own. */
  partition<Document extends JsonDocument>(): CacheStore<Document> {
    const { entries } = this;
    const section = this.sections++;
    let generation = 0;
    let prefix = `${section}.0:`;
    return {
      get: (key) => entries.get(prefix + key) as Document | undefined,
      set: (key, document) => void entries.set(prefix + key, document),
      // What was cleared can no longer be found and is the first to make way; removing it one by one would block.
      clear: () => void (prefix = `${section}.${++generation}:`),
    };
  }
}

/** V8 stores a text in one byte per character, or in two if any character needs it. */
function bytesOf({ json }: JsonDocument, key: string): number {
  return OVERHEAD_BYTES + key.length + json.length * (NEEDS_TWO_BYTES.test(json) ? 2 : 1);
}

@Global()
@Module({ providers: [DocumentCache], exports: [DocumentCache] })
export class DocumentCacheModule {}
