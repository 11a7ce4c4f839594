import type { Identity } from './rank.ts';
import { TextIndex } from './text-index.ts';

/** One page of search results. */
export interface FoundItems<Item> {
  readonly total: number;
  readonly items: readonly Item[];
}

/** Where the items come from. */
export interface IdentitySource<Item> {
  /** All items, in the order that breaks ties. */
  streamAll(): AsyncIterable<readonly Item[]>;
  /** Items changed since that catalog version, as they are now. Null: unknown, or read all again. */
  changedSince(catalogVersion: number): Promise<readonly Item[] | null>;
  /** What else than the number gives an item its place. */
  placeOf(item: Item): unknown;
}

/** Reads a catalog that records its changes by item. */
export function identitySource<Item>(
  catalog: {
    streamIdentities(): AsyncIterable<readonly Item[]>;
    listIdentities(ids: readonly number[]): Promise<readonly Item[]>;
  },
  changes: { listItems(since: { readonly catalog: number }): Promise<readonly number[] | null> },
  placeOf: (item: Item) => unknown,
): IdentitySource<Item> {
  return {
    streamAll: () => catalog.streamIdentities(),
    changedSince: async (version) => {
      const ids = await changes.listItems({ catalog: version });
      return ids && catalog.listIdentities(ids);
    },
    placeOf,
  };
}

interface Built<Item> {
  readonly catalogVersion: number;
  readonly items: readonly Item[];
  /** By `keyOf`. */
  readonly positions: ReadonlyMap<string, number>;
  readonly index: TextIndex;
}

/** In-memory index, brought up to newer catalog versions by the items that changed. */
export class IdentityIndex<Item> {
  private built: Built<Item> | null = null;
  private building: Promise<Built<Item>> | null = null;

  constructor(
    private readonly source: IdentitySource<Item>,
    private readonly identityOf: (item: Item) => Identity,
  ) {}

  async search(typed: string, limit: number, offset: number, catalogVersion: number): Promise<FoundItems<Item>> {
    const { items, index } = await this.freshFor(catalogVersion);
    const found = await index.search(typed, limit, offset);
    return { total: found.total, items: found.positions.map((position) => items[position]!) };
  }

  /** Tolerates a missing dash or one wrong letter where `search` finds nothing. */
  async searchAlike(typed: string, limit: number, catalogVersion: number): Promise<FoundItems<Item>> {
    const { items, index } = await this.freshFor(catalogVersion);
    const { total, positions } = await index.searchAlike(typed, limit);
    return { total, items: positions.map((position) => items[position]!) };
  }

  /** Items of that version or a later one. */
  async list(catalogVersion: number): Promise<readonly Item[]> {
    return (await this.freshFor(catalogVersion)).items;
  }

  /** Of items with one number each; unknown numbers are absent. */
  async findAll(numbers: readonly string[], catalogVersion: number): Promise<ReadonlyMap<string, Item>> {
    const { items, positions } = await this.freshFor(catalogVersion);
    const found = numbers.flatMap((number) => {
      const position = positions.get(number);
      return position === undefined ? [] : [[number, items[position]!] as const];
    });
    return new Map(found);
  }

  private async freshFor(catalogVersion: number): Promise<Built<Item>> {
    while (this.built === null || this.built.catalogVersion < catalogVersion) {
      // Waiting calls share it; one for an older version is awaited and followed by another.
      this.building ??= this.advance(this.built, catalogVersion).finally(() => {
        this.building = null;
      });
      this.built = await this.building;
    }
    return this.built;
  }

  private async advance(built: Built<Item> | null, catalogVersion: number): Promise<Built<Item>> {
    const changed = built === null ? null : await this.source.changedSince(built.catalogVersion);
    if (built !== null && changed !== null) {
      const advanced = this.withChanged(built, changed);
      if (advanced !== null) return { ...advanced, catalogVersion };
    }
    return this.rebuild(catalogVersion);
  }

  /** Null: an item is new or has another place, or too many have changed. */
  private withChanged(built: Built<Item>, changed: readonly Item[]): Built<Item> | null {
    const items = [...built.items];
    const identities = new Map<number, Identity>();
    for (const item of changed) {
      const identity = this.identityOf(item);
      const position = built.positions.get(keyOf(identity));
      if (position === undefined) return null;
      if (this.source.placeOf(item) !== this.source.placeOf(items[position]!)) return null;
      items[position] = item;
      identities.set(position, identity);
    }
    const index = built.index.with(identities);
    return index && { ...built, items, index };
  }

  private async rebuild(catalogVersion: number): Promise<Built<Item>> {
    const items: Item[] = [];
    for await (const portion of this.source.streamAll()) items.push(...portion);
    const identities = items.map(this.identityOf);
    const positions = new Map(identities.map((identity, position) => [keyOf(identity), position]));
    return { catalogVersion, items, positions, index: await TextIndex.build(identities) };
  }
}

/** Unique: a shown number may be another item's second one. */
function keyOf({ number, otherNumber }: Identity): string {
  return otherNumber ? `${number}\n${otherNumber}` : number;
}
