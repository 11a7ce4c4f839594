import { setNumberCandidates } from '@brickmarket/domain';
import type { DataKind, DataVersions } from '@brickmarket/persistence-ports';
import { Global, Inject, Injectable, Module } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { API_CONFIG, type ApiConfig } from '../config/config.ts';
import type { JsonDocument } from '../http/envelope.ts';
import { Coalescer } from './coalescer.ts';

/** What shared data was like when a request was admitted. */
export interface DataStamp {
  readonly versions: DataVersions;
  /** The UTC day by the database's clock: a set can retire overnight without any import. */
  readonly day: string;
}

/** Where values are kept: a map, or a part of a memory that may forget them. */
interface CacheStore<Value> {
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

interface CachedDocumentsOptions<Item, Document extends JsonDocument> {
  readonly memory: DocumentCache;
  /** The kinds of data a document is made from. */
  readonly dependsOn: ConstructorParameters<typeof VersionedCache>[0];
  /** How long a document may be waited for before anybody begins to read it. */
  readonly maxWaitMs: number;
  /** Reads any number of items at once, in the order asked; null where there is none. */
  readAll(asked: readonly string[]): Promise<readonly (Item | null)[]>;
  /** An item as the contract shows it. */
  present(item: Item, stamp: DataStamp): Document;
}

/** Shared records as JSON, by what a client asks for: read together, kept until the data they are made from changes. */
export class CachedDocuments<Item extends object, Document extends JsonDocument = JsonDocument> {
  private readonly cache: VersionedCache<Document>;
  private readonly reads: Coalescer<string, Item | null>;

  constructor(private readonly options: CachedDocumentsOptions<Item, Document>) {
    this.cache = new VersionedCache(options.dependsOn, options.memory.partition<Document>());
    this.reads = new Coalescer((asked) => options.readAll(asked), options.maxWaitMs);
  }

  /** The document a client asks for; null when there is none. */
  async find(asked: string, stamp: DataStamp): Promise<Document | null> {
    const kept = this.cache.get(stamp, asked);
    if (kept !== undefined) return kept;
    return this.keep(asked, await this.reads.submit(asked), stamp);
  }

  /** Several documents, in the order asked; those not at hand are read in one statement. */
  async findAll(asked: readonly string[], stamp: DataStamp): Promise<readonly (Document | null)[]> {
    const kept = asked.map((number) => this.cache.get(stamp, number));
    const missing = asked.filter((_, index) => kept[index] === undefined);
    if (missing.length === 0) return kept as Document[];
    const items = await this.options.readAll(missing);
    const read = new Map(missing.map((number, index) => [number, this.keep(number, items[index] ?? null, stamp)]));
    return asked.map((number, index) => kept[index] ?? read.get(number) ?? null);
  }

  private keep(asked: string, item: Item | null, stamp: DataStamp): Document | null {
    if (item === null) return null;
    const document = this.options.present(item, stamp);
    this.cache.set(stamp, asked, document);
    return document;
  }
}

/**
 * Reads the sets that clients ask for by number, in the order asked; null where there is no such set. A number without
 * a variant names variant 1, unless a set has the bare number.
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
