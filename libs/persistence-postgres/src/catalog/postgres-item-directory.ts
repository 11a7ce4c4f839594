import { ItemDirectory, ItemIds, type MinifigId } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';

const SET_IDS = 'SELECT set_number AS number, id FROM catalog.lego_set';
const MINIFIG_IDS = `
SELECT id, minifig_number AS "minifigNumber", marketplace_number AS "marketplaceNumber" FROM catalog.minifig
  ORDER BY id`;

/** All item ids in two short statements. */
export class PostgresItemDirectory extends ItemDirectory {
  constructor(private readonly database: Database) {
    super();
  }

  async load(): Promise<ItemIds> {
    const sets = await this.database.prepared<{ number: string; id: number }>('set_ids', SET_IDS, []);
    const minifigs = await this.database.prepared<MinifigId>('minifig_ids', MINIFIG_IDS, []);
    return new ItemIds(new Map(sets.map(({ number, id }) => [number, id])), minifigs);
  }
}
