import type { Pool } from 'pg';

/** Inserts one row and returns its id. */
export async function insertRow(db: Pool, table: string, row: Readonly<Record<string, unknown>>): Promise<number> {
  const columns = Object.keys(row);
  const placeholders = columns.map((_, index) => `$${index + 1}`);
  const inserted = await db.query<{ id: number }>(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${placeholders.join(', ')}) RETURNING id`,
    Object.values(row),
  );
  return inserted.rows[0]!.id;
}

interface SetColumns {
  readonly set_number: string;
  readonly title: string;
  readonly theme: string;
  readonly subtheme: string | null;
  readonly year: number | null;
  readonly pieces: number;
  readonly image_url: string | null;
  readonly upc: string | null;
  readonly ean: string | null;
  readonly msrp_cents: number | null;
  readonly release_date: string | null;
  readonly exit_date: string | null;
  readonly box_width_mm: number | null;
  readonly box_height_mm: number | null;
  readonly box_depth_mm: number | null;
  readonly box_weight_g: number | null;
}

/** A set with the given columns; everything else that may be unknown is. */
export async function insertSet(db: Pool, columns: Partial<SetColumns> & { set_number: string }): Promise<number> {
  return insertRow(db, 'catalog.lego_set', {
    title: `Set ${columns.set_number}`,
    theme: 'Space',
    pieces: 0,
    ...columns,
  });
}

/** A minifigure with a number, a name and the given columns. */
export async function insertMinifig(
  db: Pool,
  columns: {
    minifig_number: string;
    name?: string;
    category?: string | null;
    color?: string | null;
    year_released?: number | null;
    image_url?: string | null;
  },
): Promise<number> {
  return insertRow(db, 'catalog.minifig', { name: `Figure ${columns.minifig_number}`, ...columns });
}

/** Puts copies of a minifigure into a set. */
export async function putMinifigInSet(db: Pool, setId: number, minifigId: number, quantity = 1): Promise<void> {
  await db.query('INSERT INTO catalog.set_minifig (set_id, minifig_id, quantity) VALUES ($1, $2, $3)', [
    setId,
    minifigId,
    quantity,
  ]);
}
