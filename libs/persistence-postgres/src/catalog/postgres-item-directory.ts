import { ItemDirectory, ItemIds } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';

/** All item ids in two short statements. */
export class PostgresItemDirectory extends ItemDirectory {
  constructor(private readonly database: Database) {
    super();
  }

  async load(): Promise<ItemIds> {
    const sets = await this.#ids('set_ids', 'SELECT set_number AS number, id FROM catalog.lego_set');
    const minifigs = await this.#ids('minifig_ids', 'SELECT minifig_number AS number, id FROM catalog.minifig');
    return new ItemIds(sets, minifigs);
  }

  async #ids(name: string, text: string): Promise<ReadonlyMap<string, number>> {
    const rows = await this.database.prepared<{ number: string; id: number }>(name, text, []);
    return new Map(rows.map((row) => [row.number, row.id]));
  }
}
