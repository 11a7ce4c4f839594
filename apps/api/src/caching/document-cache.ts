import { minifigNumberKey, type NumberedMinifig, setNumberCandidates } from '@brickmarket/domain';
import {
  type DataKind,
  type DataVersions,
  ItemChanges,
  MinifigCatalog,
  SetCatalog,
} from '@brickmarket/persistence-ports';
import { Global, Inject, Injectable, Module } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { API_CONFIG, type ApiConfig } from '../config/config.ts';
import type { JsonDocument } from '../fast-path/json-bytes.ts';
import { Coalescer } from './coalescer.ts';

export interface DataStamp {
  readonly versions: DataVersions;
  /** UTC day by the database's clock: sets retire without imports. */
  readonly day: string;
}

/** A map, or a cache partition that may evict. */
interface CacheStore<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
  clear(): void;
}

/** Caches shared data by the versions at admission, so never staler. Only for data equal for every caller. */
export class VersionedCache<Value extends object> {
  private current: DataStamp | null = null;

  constructor(
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

  at(stamp: DataStamp): Pick<CacheStore<Value>, 'get'> {
    this.moveOnTo(stamp);
    return this.entries;
  }

  /** Ignored if a newer stamp was seen. */
  set(stamp: DataStamp, key: string, value: Value): void {
    if (this.current !== null && !this.isNewer(stamp, this.current) && !this.isNewer(this.current, stamp))
      this.entries.set(key, value);
  }

  /** Versions whose changes since must be known to keep the other entries; null: there are none to keep. */
  behind(stamp: DataStamp): Partial<DataVersions> | null {
    if (this.current === null || this.current.day !== stamp.day || !this.isNewer(stamp, this.current)) return null;
    const { versions } = this.current;
    return Object.fromEntries(this.kinds.map((kind) => [kind, versions[kind]]));
  }

  /** Drops only these keys. */
  advance(stamp: DataStamp, changed: Iterable<string>): void {
    if (this.behind(stamp) === null) return;
    for (const key of changed) this.entries.delete(key);
    this.current = stamp;
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
/** LRU entry, key header and document object. */
const OVERHEAD_BYTES = 700;

/** Numbers by which changed items are found, read once for all caches that move on from the same versions. */
@Injectable()
export class ChangedNumbers {
  private last = { key: '', numbers: Promise.resolve<ReadonlySet<string> | null>(null) };

  constructor(
    private readonly changes: ItemChanges,
    private readonly sets: SetCatalog,
    private readonly minifigs: MinifigCatalog,
  ) {}

  /** Complete as of the stamp. Null: unknown, or too many. */
  between(since: Partial<DataVersions>, stamp: DataStamp): Promise<ReadonlySet<string> | null> {
    const key = JSON.stringify([since, stamp.versions]);
    if (key !== this.last.key) this.last = { key, numbers: this.read(since) };
    return this.last.numbers;
  }

  private async read(since: Partial<DataVersions>): Promise<ReadonlySet<string> | null> {
    const ids = await this.changes.listItems(since);
    if (ids === null) return null;
    const [sets, figures] = await Promise.all([this.sets.findNames(ids), this.minifigs.listIdentities(ids)]);
    return new Set([
      ...Array.from(sets.values()).flatMap(({ setNumber }) => setNumbersFinding(setNumber)),
      ...figures.flatMap(minifigNumbersFinding),
    ]);
  }
}

/** Requested numbers that find a set, except earlier ones. */
export function setNumbersFinding(setNumber: string): readonly string[] {
  return setNumber.endsWith('-1') ? [setNumber, setNumber.slice(0, -2)] : [setNumber];
}

/** Requested numbers that find a minifigure, except other mixtures of case. */
export function minifigNumbersFinding(figure: NumberedMinifig): readonly string[] {
  const numbers = [figure.minifigNumber, figure.marketplaceNumber].filter((number) => number !== null);
  return numbers.flatMap((number) => [number, minifigNumberKey(number)]);
}

/** All documents of the process, bounded in bytes as sizes differ widely. Evicts the least recently used. */
@Injectable()
export class DocumentCache {
  private readonly entries: LRUCache<string, JsonDocument>;
  private sections = 0;

  constructor(
    @Inject(API_CONFIG) { documentCacheMb }: Pick<ApiConfig, 'documentCacheMb'>,
    /** Absent: each change drops everything. */
    readonly changed?: ChangedNumbers,
  ) {
    this.entries = new LRUCache({ maxSize: documentCacheMb * BYTES_PER_MB, sizeCalculation: bytesOf });
  }

  get usedBytes(): number {
    return this.entries.calculatedSize;
  }

  partition<Document extends JsonDocument>(): CacheStore<Document> {
    const { entries } = this;
    const section = this.sections++;
    let generation = 0;
    let prefix = `${section}.0:`;
    return {
      get: (key) => entries.get(prefix + key) as Document | undefined,
      set: (key, document) => void entries.set(prefix + key, document),
      delete: (key) => void entries.delete(prefix + key),
      // Old entries become unreachable and are evicted first: deleting them one by one would block the event loop.
      clear: () => void (prefix = `${section}.${++generation}:`),
    };
  }
}

function bytesOf({ bytes }: JsonDocument, key: string): number {
  return OVERHEAD_BYTES + key.length + bytes.length;
}

@Global()
@Module({ providers: [DocumentCache, ChangedNumbers], exports: [DocumentCache] })
export class DocumentCacheModule {}

interface CachedDocumentsOptions<Item, Document extends JsonDocument> {
  readonly memory: DocumentCache;
  readonly dependsOn: ConstructorParameters<typeof VersionedCache>[0];
  readonly maxWaitMs: number;
  /** In the order of keys; null: none. */
  readAll(asked: readonly string[]): Promise<readonly (Item | null)[]>;
  present(item: Item, stamp: DataStamp): Document;
  /** Keys that only changes of the item concern. Others are dropped by any change; so is everything if absent. */
  keysOf?(item: Item): readonly string[];
}

/** Shared records as JSON by requested number. Merges reads, caches until the item changes. */
export class CachedDocuments<Item extends object, Document extends JsonDocument = JsonDocument> {
  private readonly cache: VersionedCache<Document>;
  private readonly reads: Coalescer<string, Item | null>;
  private readonly fleeting = new Set<string>();
  private advancing: Promise<void> | null = null;

  constructor(private readonly options: CachedDocumentsOptions<Item, Document>) {
    this.cache = new VersionedCache(options.dependsOn, options.memory.partition<Document>());
    this.reads = new Coalescer((asked) => options.readAll(asked), options.maxWaitMs);
  }

  find(asked: string, stamp: DataStamp): Document | Promise<Document | null> {
    if (this.isBehind(stamp)) return this.advance(stamp).then(() => this.find(asked, stamp));
    return this.cache.get(stamp, asked) ?? this.read(asked, stamp);
  }

  /** In request order; reads missing ones in one statement. */
  async findAll(asked: readonly string[], stamp: DataStamp): Promise<readonly (Document | null)[]> {
    while (this.isBehind(stamp)) await this.advance(stamp);
    const known = this.cache.at(stamp);
    const cached = asked.map((number) => known.get(number));
    const missing = asked.filter((_, index) => cached[index] === undefined);
    if (missing.length === 0) return cached as Document[];
    const items = await this.options.readAll(missing);
    const read = new Map(missing.map((number, index) => [number, this.store(number, items[index] ?? null, stamp)]));
    return asked.map((number, index) => cached[index] ?? read.get(number) ?? null);
  }

  private isBehind(stamp: DataStamp): boolean {
    const { options } = this;
    if (options.keysOf === undefined || options.memory.changed === undefined) return false;
    return this.cache.behind(stamp) !== null;
  }

  private advance(stamp: DataStamp): Promise<void> {
    this.advancing ??= this.dropChanged(stamp).finally(() => (this.advancing = null));
    return this.advancing;
  }

  private async dropChanged(stamp: DataStamp): Promise<void> {
    const changed = await this.options.memory.changed!.between(this.cache.behind(stamp)!, stamp);
    if (changed === null) this.cache.at(stamp);
    else this.cache.advance(stamp, [...changed, ...this.fleeting]);
    this.fleeting.clear();
  }

  private async read(asked: string, stamp: DataStamp): Promise<Document | null> {
    return this.store(asked, await this.reads.submit(asked), stamp);
  }

  private store(key: string, item: Item | null, stamp: DataStamp): Document | null {
    if (item === null) return null;
    const document = this.options.present(item, stamp);
    if (this.options.keysOf?.(item).includes(key) === false) this.fleeting.add(key);
    this.cache.set(stamp, key, document);
    return document;
  }
}

/** In request order; null: no such set. Numbers without a variant mean variant 1 unless a set has the bare number. */
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
