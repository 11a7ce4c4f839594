import { type IdentityIndex } from '@brickmarket/catalog-search';
import { type EpochDay, parseIsoDay } from '@brickmarket/domain';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { type DataStamp, type DocumentCache, VersionedCache } from '../../caching/document-cache.ts';
import { JsonDocument } from '../../fast-path/json-bytes.ts';
import { PageQuery, pagination, Characters } from '../../http/parameters.ts';

export class SearchParameters extends PageQuery {
  @ApiProperty({
    minLength: 2,
    maxLength: 100,
    description: 'Words to find in numbers and names. All must occur. Case and accents do not matter.',
  })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  @Characters(2, 100)
  q!: string;
}

/** Result pages as JSON, cached until the catalog changes. */
export class CachedSearch<Item> {
  private readonly cache: VersionedCache<JsonDocument>;

  constructor(
    private readonly index: IdentityIndex<Item>,
    private readonly present: (item: Item, today: EpochDay) => object,
    memory: DocumentCache,
  ) {
    this.cache = new VersionedCache(['catalog'], memory.partition());
  }

  /** Preloads an index, so that the first search does not wait. */
  async load(catalogVersion: number): Promise<void> {
    await this.index.list(catalogVersion);
  }

  async find({ q, limit, offset }: SearchParameters, stamp: DataStamp): Promise<JsonDocument> {
    const key = `${limit} ${offset} ${q}`;
    const cached = this.cache.get(stamp, key);
    if (cached !== undefined) return cached;
    const { items, total } = await this.index.search(q, limit, offset, stamp.versions.catalog);
    const today = parseIsoDay(stamp.day)!;
    const page = JsonDocument.of({
      results: items.map((item) => this.present(item, today)),
      pagination: pagination(total, limit, offset),
    });
    this.cache.set(stamp, key, page);
    return page;
  }
}
