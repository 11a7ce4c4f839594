import type { Identity } from './rank.ts';
import { TextIndex } from './text-index.ts';

/** One page of search results. */
export interface FoundItems<Item> {
  readonly total: number;
  readonly items: readonly Item[];
}

interface Built<Item> {
  readonly catalogVersion: number;
  readonly items: readonly Item[];
  readonly index: TextIndex;
}

/** In-memory index, rebuilt for newer catalog versions. */
export class IdentityIndex<Item> {
  private built: Built<Item> | null = null;
  private building: Promise<Built<Item>> | null = null;

  constructor(
    /** All items, in the order that breaks ties. */
    private readonly streamAll: () => AsyncIterable<readonly Item[]>,
    private readonly identityOf: (item: Item) => Identity,
  ) {}

  async search(typed: string, limit: number, offset: number, catalogVersion: number): Promise<FoundItems<Item>> {
    const { items, index } = await this.freshFor(catalogVersion);
    const found = await index.search(typed, limit, offset);
    return { total: found.total, items: found.positions.map((position) => items[position]!) };
  }

  /** Items of that version or a later one. */
  async list(catalogVersion: number): Promise<readonly Item[]> {
    return (await this.freshFor(catalogVersion)).items;
  }

  private async freshFor(catalogVersion: number): Promise<Built<Item>> {
    while (this.built === null || this.built.catalogVersion < catalogVersion) {
      // Waiting calls share a rebuild; one for an older version is awaited and followed by another.
      this.building ??= this.rebuild(catalogVersion).finally(() => {
        this.building = null;
      });
      this.built = await this.building;
    }
    return this.built;
  }

  private async rebuild(catalogVersion: number): Promise<Built<Item>> {
    const items: Item[] = [];
    for await (const portion of this.streamAll()) items.push(...portion);
    return { catalogVersion, items, index: await TextIndex.build(items.map(this.identityOf)) };
  }
}
