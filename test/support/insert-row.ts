import type { Pool } from 'pg';

/** Inserts one row and returns its id. */
export async function insertRow(db: Pool, table: string, row: Readonly<Record<string, unknown>>): Promise<number> {
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`);
  const inserted = await db.query<{ id: number }>(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')}) RETURNING id`,
    Object.values(row),
  );
  return inserted.rows[0]!.id;
}
