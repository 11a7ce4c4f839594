import { JsonDocument } from '../http/json-document.ts';
import { Coalescer } from './coalescer.ts';
import { type DataStamp, VersionedCache } from './versioned-cache.ts';

const MAX_DOCUMENTS = 20_000;

interface SharedDocumentsOptions<Item> {
  /** The kinds of data a document is made from. */
  readonly madeFrom: ConstructorParameters<typeof VersionedCache>[0];
  /** How long a document may be waited for before anybody begins to read it. */
  readonly maxWaitMs: number;
  /** Reads any number of items at once, in the order asked; null where there is none. */
  readAll(asked: readonly string[]): Promise<readonly (Item | null)[]>;
  /** An item as the contract shows it, which may be null. */
  present(item: Item, stamp: DataStamp): object | null;
}

/** Shared records as JSON, by the number a client asks for: read together, kept until the data they are made from changes. */
export class SharedDocuments<Item extends object> {
  private readonly cache: VersionedCache<JsonDocument>;
  private readonly reads: Coalescer<string, Item | null>;

  constructor(private readonly options: SharedDocumentsOptions<Item>) {
    this.cache = new VersionedCache(options.madeFrom, MAX_DOCUMENTS);
    this.reads = new Coalescer((asked) => options.readAll(asked), options.maxWaitMs);
  }

  /** The document a client means by a number; null when there is none. */
  async find(asked: string, stamp: DataStamp): Promise<JsonDocument | null> {
    const kept = this.cache.get(stamp, asked);
    if (kept !== undefined) return kept;
    return this.keep(asked, await this.reads.submit(asked), stamp);
  }

  /** The documents of several numbers, in the order asked; those not at hand are read in one statement. */
  async findAll(asked: readonly string[], stamp: DataStamp): Promise<readonly (JsonDocument | null)[]> {
    const kept = asked.map((number) => this.cache.get(stamp, number));
    const missing = asked.filter((_, index) => kept[index] === undefined);
    if (missing.length === 0) return kept as JsonDocument[];
    const items = await this.options.readAll(missing);
    const read = new Map(missing.map((number, index) => [number, this.keep(number, items[index] ?? null, stamp)]));
    return asked.map((number, index) => kept[index] ?? read.get(number) ?? null);
  }

  private keep(asked: string, item: Item | null, stamp: DataStamp): JsonDocument | null {
    if (item === null) return null;
    const document = JsonDocument.of(this.options.present(item, stamp));
    this.cache.set(stamp, asked, document);
    return document;
  }
}
