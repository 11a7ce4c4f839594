import type { Pool } from 'pg';

const OURS = "n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'";
const PARTS: Readonly<Record<string, string>> = {
  schemas: `SELECT n.nspname || ' ' || coalesce(n.nspacl::text, '') FROM pg_namespace n WHERE ${OURS}`,
  relations: `SELECT concat_ws(
      ' ', c.oid::regclass, c.relkind, c.relpersistence, c.reloptions, c.relrowsecurity, c.relforcerowsecurity,
      coalesce(c.relacl, CASE WHEN c.relkind IN ('r', 'p', 'v') THEN acldefault('r', c.relowner) END)
    )
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${OURS}`,
  columns: `SELECT concat_ws(
      ' ', c.oid::regclass, row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum), a.attname,
      format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity,
      a.attgenerated, a.attcollation::regcollation, a.attacl, pg_get_expr(d.adbin, d.adrelid)
    )
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE ${OURS} AND a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v')`,
  constraints: `SELECT concat_ws(' ', x.conrelid::regclass, x.conname, x.convalidated, pg_get_constraintdef(x.oid))
    FROM pg_constraint x JOIN pg_namespace n ON n.oid = x.connamespace WHERE ${OURS}`,
  indexes: "SELECT indexdef FROM pg_indexes n WHERE n.schemaname NOT LIKE 'pg\\_%'",
  functions: `SELECT concat_ws(' ', pg_get_functiondef(p.oid), p.proacl, p.proowner::regrole) FROM pg_proc p
    JOIN pg_namespace n ON n.oid = p.pronamespace WHERE ${OURS}`,
  triggers: `SELECT concat_ws(' ', t.tgenabled, pg_get_triggerdef(t.oid)) FROM pg_trigger t
    JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE ${OURS} AND NOT t.tgisinternal`,
  policies: 'SELECT p::text FROM pg_policies p',
  types: `SELECT concat_ws(' ', t.oid::regtype, t.typtype, array_agg(e.enumlabel ORDER BY e.enumsortorder))
    FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace LEFT JOIN pg_enum e ON e.enumtypid = t.oid
    WHERE ${OURS} AND t.typtype IN ('e', 'd') GROUP BY t.oid, t.typtype`,
  sequences: `SELECT concat_ws(
      ' ', s.schemaname, s.sequencename, s.data_type, s.start_value, s.increment_by, s.last_value
    )
     FROM pg_sequences s WHERE s.schemaname <> 'public'`,
};

/**
 * All there is to a database but its rows: what is in it, how it is checked, who may do what, where numbers go from.
 */
export async function describeSchema(db: Pool): Promise<Readonly<Record<string, readonly string[]>>> {
  const parts = await Promise.all(
    Object.entries(PARTS).map(
      async ([part, statement]) =>
        [
          part,
          (
            await db.query<[string]>({
              text: `SELECT line FROM (${statement}) part (line) ORDER BY line COLLATE "C"`,
              rowMode: 'array',
            })
          ).rows.map(([line]) => line),
        ] as const,
    ),
  );
  return Object.fromEntries(parts);
}
