import { type EpochDay, parseIsoDay } from '@brickmarket/domain';
import type { DocumentMemory } from '../../hot-path/document-memory.ts';
import { type DataStamp, VersionedCache } from '../../hot-path/versioned-cache.ts';
import { JsonDocument } from '../../http/json-document.ts';
import { pagination } from '../../http/pagination.response.ts';
import type { IdentityIndex } from './identity-index.ts';
import type { SearchQueryParameters } from './search.query.ts';

/** Pages of search results as JSON: what was asked before is answered from memory until the catalogue changes. */
export class FoundPages<Item> {
  private readonly kept: VersionedCache<JsonDocument>;

  constructor(
    private readonly index: IdentityIndex<Item>,
    private readonly present: (item: Item, today: EpochDay) => object,
    memory: DocumentMemory,
  ) {
    this.kept = new VersionedCache(['catalog'], memory.section());
  }

  async find({ q, limit, offset }: SearchQueryParameters, stamp: DataStamp): Promise<JsonDocument> {
    const asked = `${limit} ${offset} ${q}`;
    const kept = this.kept.get(stamp, asked);
    if (kept !== undefined) return kept;
    const { items, total } = await this.index.search(q, limit, offset, stamp);
    const today = parseIsoDay(stamp.day)!;
    const page = JsonDocument.of({
      results: items.map((item) => this.present(item, today)),
      pagination: pagination(total, limit, offset),
    });
    this.kept.set(stamp, asked, page);
    return page;
  }
}
