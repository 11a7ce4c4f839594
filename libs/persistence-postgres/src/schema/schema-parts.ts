import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { serviceRoles, withRolesOf } from './roles.ts';
import { ROUTINES } from './routines.ts';

/** Written by `npm run schema:document`. */
export const SCHEMA_PARTS = join(ROUTINES, 'schema-parts.txt');

/** Excludes schemas of graphile-worker and extensions. */
const OURS = `n.nspname NOT LIKE 'pg\\_%' AND n.nspname NOT LIKE 'x\\_%'
  AND n.nspname NOT IN ('information_schema', 'graphile_worker')`;
const GRANTED = `CASE WHEN e.grantee = 0 THEN 'PUBLIC' WHEN r.rolname = ANY ($1) THEN r.rolname END`;
const ROLE = 'LEFT JOIN pg_roles r ON r.oid = e.grantee';

const PARTS = `
SELECT format('GRANT %s ON SCHEMA %I TO %s', e.privilege_type, n.nspname, ${GRANTED}) AS sql, ${GRANTED} AS role
FROM pg_namespace n, aclexplode(n.nspacl) e ${ROLE} WHERE ${OURS} AND n.nspname <> 'public'
UNION ALL
SELECT format('GRANT %s ON %s %s TO %s', e.privilege_type,
  CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, c.oid::regclass, ${GRANTED}), ${GRANTED}
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace, aclexplode(c.relacl) e ${ROLE} WHERE ${OURS}
UNION ALL
SELECT format('GRANT %s (%I) ON TABLE %s TO %s', e.privilege_type, a.attname, a.attrelid::regclass, ${GRANTED}),
  ${GRANTED}
FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace,
  aclexplode(a.attacl) e ${ROLE} WHERE ${OURS} AND NOT a.attisdropped
UNION ALL
SELECT format('GRANT EXECUTE ON FUNCTION %s TO %s', p.oid::regprocedure, ${GRANTED}), ${GRANTED}
FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace,
  aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) e ${ROLE} WHERE ${OURS}
UNION ALL
SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', x.conrelid::regclass, x.conname, pg_get_constraintdef(x.oid)), ''
FROM pg_constraint x JOIN pg_namespace n ON n.oid = x.connamespace WHERE ${OURS} AND x.contype IN ('p', 'u', 'x')
UNION ALL
SELECT pg_get_indexdef(i.indexrelid), ''
FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE ${OURS} AND i.indisvalid AND NOT EXISTS (SELECT FROM pg_constraint x WHERE x.conindid = i.indexrelid)
UNION ALL
SELECT format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', c.oid::regclass), ''
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${OURS} AND c.relrowsecurity
UNION ALL
SELECT format('CREATE POLICY %I ON %I.%I FOR %s TO %s', p.policyname, p.schemaname, p.tablename, p.cmd,
    array_to_string(p.roles, ', '))
  || coalesce(' USING (' || p.qual || ')', '') || coalesce(' WITH CHECK (' || p.with_check || ')', ''), ''
FROM pg_policies p JOIN pg_namespace n ON n.nspname = p.schemaname WHERE ${OURS}
UNION ALL
SELECT pg_get_triggerdef(t.oid), ''
FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE ${OURS} AND NOT t.tgisinternal AND t.tgenabled <> 'D'`;

export async function listSchemaParts(client: Pick<ClientBase, 'query'>, url: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ sql: string }>(
    `SELECT sql FROM (${PARTS}) AS part WHERE role IS NOT NULL ORDER BY sql COLLATE "C"`,
    [serviceRoles(url)],
  );
  return rows.map(({ sql }) => sql.replaceAll(/\s+/g, ' '));
}

/** PostgreSQL releases word definitions differently: compares names where possible. */
const keyOf = (sql: string): string => /^CREATE .*? ON \S+|^ALTER TABLE \S+ ADD CONSTRAINT \S+/.exec(sql)?.[0] ?? sql;

export async function listMissingParts(client: ClientBase, url: string): Promise<readonly string[]> {
  const found = new Set((await listSchemaParts(client, url)).map(keyOf));
  const expected = withRolesOf(url, await readFile(SCHEMA_PARTS, 'utf8'))
    .trimEnd()
    .split('\n');
  return expected.filter((sql) => !found.has(keyOf(sql)));
}
