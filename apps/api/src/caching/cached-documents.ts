import { setNumberCandidates } from '@brickmarket/domain';
import type { JsonDocument } from '../http/json-document.ts';
import { Coalescer } from './coalescer.ts';
import { type DataStamp, type DocumentCache, VersionedCache } from './versioned-cache.ts';

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
