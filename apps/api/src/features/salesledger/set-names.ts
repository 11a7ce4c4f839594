import { SetCatalog, type SetName } from '@brickmarket/persistence-ports';
import { Injectable } from '@nestjs/common';
import { type DataStamp, VersionedCache } from '../../caching/document-cache.ts';

/** Cached until the catalog changes, shared by accounts. */
@Injectable()
export class SetNames {
  private readonly names = new VersionedCache<Map<number, SetName>>(['catalog'], new Map());

  constructor(private readonly sets: SetCatalog) {}

  async read(sales: readonly { readonly setId: number }[], stamp: DataStamp): Promise<ReadonlyMap<number, SetName>> {
    const known = this.names.getOrMake(stamp, '', () => new Map());
    const missing = new Set(sales.map(({ setId }) => setId).filter((setId) => !known.has(setId)));
    if (missing.size > 0) for (const [setId, name] of await this.sets.findNames([...missing])) known.set(setId, name);
    return known;
  }
}
