import { setNumberCandidates } from '@brickmarket/domain';
import type { DataKind, DataVersions } from '@brickmarket/persistence-ports';
import { Global, Inject, Injectable, Module } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { API_CONFIG, type ApiConfig } from '../config/config.ts';
import type { JsonDocument } from '../fast-path/json-bytes.ts';
import { Coalescer } from './coalescer.ts';

/** The versions of shared data when a request was admitted. */
export interface DataStamp {
  readonly versions: DataVersions;
  /** The UTC day by the database's clock: a set can retire overnight without any import. */
  readonly day: string;
}

/** Stores cached values: a map, or a partition of a cache that may evict them. */
interface CacheStore<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  clear(): void;
}

/**
 * Caches values that are derived from shared data until that data changes. The versions come from the request's own
 * admission, so a cached value is never older than the data committed when the request was admitted. Only for data that
 * is the same for every caller.
 */
export class VersionedCache<Value extends object> {
  private current: DataStamp | null = null;

  constructor(
    /** The kinds of data the values are derived from. */
    private readonly kinds: readonly DataKind[],
    private readonly entries: CacheStore<Value>,
  ) {}

  get(stamp: DataStamp, key: string): Value | undefined {
    return this.at(stamp).get(key);
  }

  getOrMake(stamp: DataStamp, key: string, make: () => Value): Value {
    const known = this.get(stamp, key);
    if (known !== undefined) return known;
    const made = make();
    this.set(stamp, key, made);
    return made;
  }

  /** What is cached for a request with this stamp. */
  at(stamp: DataStamp): Pick<CacheStore<Value>, 'get'> {
    this.moveOnTo(stamp);
    return this.entries;
  }

  /** Caches a value that was read for a request with this stamp, unless a newer stamp has been seen since. */
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
/** The LRU entry, the header of its key, and what describes the document's bytes. */
const OVERHEAD_BYTES = 700;

/**
 * The cache of all documents of the process. Bounded in bytes, not in documents: a history of ten years is as long as
 * thirty set records. The least recently used document is evicted first, whatever its kind.
 */
@Injectable()
export class DocumentCache {
  private readonly entries: LRUCache<string, JsonDocument>;
  private sections = 0;

  constructor(@Inject(API_CONFIG) { documentCacheMb }: Pick<ApiConfig, 'documentCacheMb'>) {
    this.entries = new LRUCache({ maxSize: documentCacheMb * BYTES_PER_MB, sizeCalculation: bytesOf });
  }

  /** The approximate size of all cached documents. */
  get usedBytes(): number {
    return this.entries.calculatedSize;
  }

  /** A partition of this cache with its own key space. */
  partition<Document extends JsonDocument>(): CacheStore<Document> {
    const { entries } = this;
    const section = this.sections++;
    let generation = 0;
    let prefix = `${section}.0:`;
    return {
      get: (key) => entries.get(prefix + key) as Document | undefined,
      set: (key, document) => void entries.set(prefix + key, document),
      // Old entries are not found any more and are evicted first. Deleting them one by one would block the event loop.
      clear: () => void (prefix = `${section}.${++generation}:`),
    };
  }
}

function bytesOf({ bytes }: JsonDocument, key: string): number {
  return OVERHEAD_BYTES + key.length + bytes.length;
}

@Global()
@Module({ providers: [DocumentCache], exports: [DocumentCache] })
export class DocumentCacheModule {}

interface CachedDocumentsOptions<Item, Document extends JsonDocument> {
  readonly memory: DocumentCache;
  /** The kinds of data a document is made from. */
  readonly dependsOn: ConstructorParameters<typeof VersionedCache>[0];
  /** How long a read may wait in the queue before it is dropped. */
  readonly maxWaitMs: number;
  /** Reads any number of items at once, in the order of the keys; null where there is none. */
  readAll(asked: readonly string[]): Promise<readonly (Item | null)[]>;
  /** An item as the contract shows it. */
  present(item: Item, stamp: DataStamp): Document;
}

/** Shared records as JSON, by the number a client sends. Reads are merged, results cached until their data changes. */
export class CachedDocuments<Item extends object, Document extends JsonDocument = JsonDocument> {
  private readonly cache: VersionedCache<Document>;
  private readonly reads: Coalescer<string, Item | null>;

  constructor(private readonly options: CachedDocumentsOptions<Item, Document>) {
    this.cache = new VersionedCache(options.dependsOn, options.memory.partition<Document>());
    this.reads = new Coalescer((asked) => options.readAll(asked), options.maxWaitMs);
  }

  /** The document for a number; null when there is no such item. */
  find(asked: string, stamp: DataStamp): Document | Promise<Document | null> {
    return this.cache.get(stamp, asked) ?? this.read(asked, stamp);
  }

  /** Several documents, in the order of the numbers; those not in the cache are read in one statement. */
  async findAll(asked: readonly string[], stamp: DataStamp): Promise<readonly (Document | null)[]> {
    const known = this.cache.at(stamp);
    const cached = asked.map((number) => known.get(number));
    const missing = asked.filter((_, index) => cached[index] === undefined);
    if (missing.length === 0) return cached as Document[];
    const items = await this.options.readAll(missing);
    const read = new Map(missing.map((number, index) => [number, this.store(number, items[index] ?? null, stamp)]));
    return asked.map((number, index) => cached[index] ?? read.get(number) ?? null);
  }

  private async read(asked: string, stamp: DataStamp): Promise<Document | null> {
    return this.store(asked, await this.reads.submit(asked), stamp);
  }

  private store(key: string, item: Item | null, stamp: DataStamp): Document | null {
    if (item === null) return null;
    const document = this.options.present(item, stamp);
    this.cache.set(stamp, key, document);
    return document;
  }
}

/**
 * Reads sets by the numbers that clients send, in that order; null where there is no such set. A number without a
 * variant means variant 1, unless a set has the bare number.
 */
export async function readByNumber<Item>(
  asked: readonly string[],
  findByNumbers: (setNumbers: readonly string[]) => Promise<ReadonlyMap<string, Item>>,
): Promise<readonly (Item | null)[]> {
  const found = await findByNumbers([...new Set(asked.flatMap(setNumberCandidates))]);
  return asked.map((number) => {
    const candidate = setNumberCandidates(number).find((one) => found.has(one));
    return candidate === undefined ? null : found.get(candidate)!;
  });
}
