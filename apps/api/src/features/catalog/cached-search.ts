import { type Identity, TextIndex } from '@brickmarket/catalog-search';
import { type EpochDay, parseIsoDay } from '@brickmarket/domain';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsString } from 'class-validator';
import { type DataStamp, type DocumentCache, VersionedCache } from '../../caching/document-cache.ts';
import { JsonDocument } from '../../http/envelope.ts';
import { PageQuery, pagination, Characters } from '../../http/parameters.ts';

const MESSAGE = 'q is required: at least 2 characters, at most 100';

/** A search over numbers and names. */
export class SearchParameters extends PageQuery {
  @ApiProperty({
    minLength: 2,
    maxLength: 100,
    description: 'Matches numbers and names: every word must occur; case and accents do not count, and `ø` is `o`.',
  })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  @IsString({ message: MESSAGE })
  @Characters(2, 100, { message: MESSAGE })
  q!: string;
}

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

/** A search index in memory, rebuilt when the catalogue has a newer version than the index. */
export class IdentityIndex<Item> {
  private built: Built<Item> | null = null;
  private building: Promise<Built<Item>> | null = null;

  constructor(
    /** All items, in the order that decides between equally good matches. */
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
      // All that wait share one rebuild; one that was started for an older version is waited for and followed by
      // another.
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

/** Pages of search results as JSON, cached until the catalogue changes. */
export class CachedSearch<Item> {
  private readonly cache: VersionedCache<JsonDocument>;

  constructor(
    private readonly index: IdentityIndex<Item>,
    private readonly present: (item: Item, today: EpochDay) => object,
    memory: DocumentCache,
  ) {
    this.cache = new VersionedCache(['catalog'], memory.partition());
  }

  async find({ q, limit, offset }: SearchParameters, stamp: DataStamp): Promise<JsonDocument> {
    const key = `${limit} ${offset} ${q}`;
    const cached = this.cache.get(stamp, key);
    if (cached !== undefined) return cached;
    const { items, total } = await this.index.search(q, limit, offset, stamp);
    const today = parseIsoDay(stamp.day)!;
    const page = JsonDocument.of({
      results: items.map((item) => this.present(item, today)),
      pagination: pagination(total, limit, offset),
    });
    this.cache.set(stamp, key, page);
    return page;
  }
}
