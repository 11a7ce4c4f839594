import type { ClientBase } from 'pg';
import type { BackupTable } from './backup-format.ts';

const TABLES = `
SELECT c.oid::text AS id, format('%I.%I', n.nspname, c.relname) AS "table",
       ARRAY(SELECT quote_ident(a.attname) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum) AS columns,
       ARRAY(SELECT f.confrelid::text FROM pg_constraint f WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid) AS "refersTo"
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind = 'r' AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' AND c.relname <> 'schema_migration'
ORDER BY 2`;

/** All our tables, each after those it refers to. */
export async function listTablesInOrder(client: ClientBase): Promise<readonly BackupTable[]> {
  const { rows } = await client.query<BackupTable & { id: string; refersTo: string[] }>(TABLES);
  const left = new Map(rows.map((row) => [row.id, row]));
  const ordered: BackupTable[] = [];
  while (left.size > 0) {
    const free = [...left.values()].filter((row) => !row.refersTo.some((id) => left.has(id)));
    if (free.length === 0)
      throw new Error(
        `tables refer to each other in a circle: ${[...left.values()].map((row) => row.table).join(', ')}`,
      );
    for (const { id, table, columns } of free) {
      left.delete(id);
      ordered.push({ table, columns });
    }
  }
  return ordered;
}
