import { type Identity, TextIndex } from '@brickmarket/catalog-search';
import type { DataStamp } from '../../hot-path/versioned-cache.ts';

/** One page of items that were found. */
export interface FoundItems<Item> {
  readonly total: number;
  readonly items: readonly Item[];
}

interface Built<Item> {
  readonly catalogVersion: number;
  readonly items: readonly Item[];
  readonly index: TextIndex;
}

/** The identities of a catalogue in memory, never older than the catalogue was when the request was admitted. */
export class IdentityIndex<Item> {
  private built: Built<Item> | null = null;
  private building: Promise<Built<Item>> | null = null;

  constructor(
    /** Every item, in the order that decides ties. */
    private readonly streamAll: () => AsyncIterable<readonly Item[]>,
    private readonly identityOf: (item: Item) => Identity,
  ) {}

  async search(typed: string, limit: number, offset: number, stamp: DataStamp): Promise<FoundItems<Item>> {
    const { items, index } = await this.freshFor(stamp.versions.catalog);
    const found = await index.search(typed, limit, offset);
    return { total: found.total, items: found.positions.map((position) => items[position]!) };
  }

  private async freshFor(catalogVersion: number): Promise<Built<Item>> {
    while (this.built === null || this.built.catalogVersion < catalogVersion) {
      // All that wait share one rebuild; one that was started for an older version is waited for and followed by another.
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
