import type { Minifig } from '@brickmarket/domain';
import { MinifigCatalog, type MinifigRecord } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import { readInPortions } from '../database/large-results.ts';
import { currentValue, figureValueJson, type CurrentValueRow } from '../values/current-value-row.ts';

interface MinifigRow {
  minifig_number: string;
  name: string;
  category: string | null;
  color: string | null;
  year_released: number | null;
  image_url: string | null;
}

const COLUMNS = 'm.minifig_number, m.name, m.category, m.color, m.year_released, m.image_url';

const FIND_MINIFIGS = `
SELECT ${COLUMNS}, homes.set_numbers, ${figureValueJson('m.id')} AS value
FROM catalog.minifig m
CROSS JOIN LATERAL (
  SELECT coalesce(array_agg(s.set_number ORDER BY s.set_number), '{}') AS set_numbers
  FROM catalog.set_minifig sm
  JOIN catalog.lego_set s ON s.id = sm.set_id
  WHERE sm.minifig_id = m.id
) homes
WHERE m.minifig_number = ANY($1)`;

const IDENTITIES = `
SELECT ${COLUMNS} FROM catalog.minifig m ORDER BY m.year_released DESC NULLS LAST, m.minifig_number`;

/** The minifigure catalogue in PostgreSQL. */
export class PostgresMinifigCatalog extends MinifigCatalog {
  constructor(private readonly database: Database) {
    super();
  }

  async findByNumbers(minifigNumbers: readonly string[]): Promise<ReadonlyMap<string, MinifigRecord>> {
    const rows = await this.database.prepared<MinifigRow & { set_numbers: string[]; value: CurrentValueRow | null }>(
      'find_minifigs',
      FIND_MINIFIGS,
      [minifigNumbers],
    );
    return new Map(
      rows.map((row) => [
        row.minifig_number,
        { minifig: minifig(row), setNumbers: row.set_numbers, value: currentValue(row.value) },
      ]),
    );
  }

  async *streamIdentities(): AsyncIterable<readonly Minifig[]> {
    for await (const rows of readInPortions<MinifigRow>(this.database, IDENTITIES)) yield rows.map(minifig);
  }
}

function minifig(row: MinifigRow): Minifig {
  return {
    minifigNumber: row.minifig_number,
    name: row.name,
    category: row.category,
    color: row.color,
    yearReleased: row.year_released,
    imageUrl: row.image_url,
  };
}
