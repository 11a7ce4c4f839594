import type { EpochDay } from '@brickmarket/domain';
import { ItemDirectory, ItemIds, type KnownSetName, type MinifigId } from '@brickmarket/persistence-ports';
import { OLD_SET_NUMBERS, type OldSetNumber } from '../changes/old-numbers.ts';
import type { Database } from '../database/database.ts';
import { rowsOfColumns, wholeColumns } from '../database/whole-columns.ts';

const SET_COLUMNS = ['number', 'id', 'title', 'theme', 'year', 'upc', 'ean'];
const SET_IDS = wholeColumns(
  'SELECT set_number AS number, id, title, theme, year, upc, ean FROM catalog.lego_set',
  SET_COLUMNS,
);
const MINIFIG_IDS = `
SELECT id, minifig_number AS "minifigNumber", marketplace_number AS "marketplaceNumber" FROM catalog.minifig
  ORDER BY id`;

const EDITION = `SELECT as_of - date '1970-01-01' AS "asOf" FROM catalog.edition`;

interface KnownSet extends KnownSetName {
  readonly number: string;
  readonly id: number;
}

export class PostgresItemDirectory extends ItemDirectory {
  constructor(private readonly database: Database) {
    super();
  }

  async load(): Promise<ItemIds> {
    const sets = rowsOfColumns<KnownSet>(await this.database.prepared('set_ids', SET_IDS, []));
    const minifigs = await this.database.prepared<MinifigId>('minifig_ids', MINIFIG_IDS, []);
    const renamed = await this.database.prepared<OldSetNumber>('old_set_numbers', OLD_SET_NUMBERS, []);
    const [edition] = await this.database.prepared<{ asOf: EpochDay }>('catalog_edition', EDITION, []);
    return new ItemIds(
      new Map(sets.map(({ number, id }) => [number, id])),
      minifigs,
      new Map(renamed.map(({ oldNumber, newNumber }) => [oldNumber, newNumber])),
      new Map(sets.map((set) => [set.number, set])),
      edition?.asOf ?? null,
    );
  }
}
