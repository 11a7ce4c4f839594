import { SetCatalog, type SetName } from '@brickmarket/persistence-ports';
import { Injectable } from '@nestjs/common';
import type { DataStamp } from '../../caching/document-cache.ts';
import { VersionedTable } from '../../caching/versioned-table.ts';

/** What sets are called, in memory until the catalogue changes. Shared data, the same for every account. */
@Injectable()
export class SetNames {
  private readonly names = new VersionedTable<SetName>(['catalog']);

  constructor(private readonly sets: SetCatalog) {}

  /** An array indexed by id, with at least the sets of these sales. */
  async read(sales: readonly { readonly setId: number }[], stamp: DataStamp): Promise<readonly SetName[]> {
    const known = this.names.at(stamp);
    const missing = new Set<number>();
    for (const { setId } of sales) if (known[setId] === undefined) missing.add(setId);
    if (missing.size > 0) for (const [setId, name] of await this.sets.findNames([...missing])) known[setId] = name;
    return known;
  }
}
