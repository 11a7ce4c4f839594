import type { Pool } from 'pg';

/** The queue's schema belongs to graphile-worker. */
const OURS = "n.nspname NOT LIKE 'pg\\_%' AND n.nspname NOT IN ('information_schema', 'graphile_worker')";
/** Owners are left out: their names differ from server to server. */
const ROLES = "r.rolname LIKE 'brickmarket\\_%'";

interface Relation {
  readonly schema: string;
  readonly name: string;
  readonly comment: string | null;
  readonly columns: string;
  readonly rights: readonly { readonly role: string; readonly privilege: string; readonly columns: string | null }[];
}

const RELATIONS = `
SELECT n.nspname AS schema, c.relname AS name, obj_description(c.oid, 'pg_class') AS comment,
  (SELECT string_agg(concat('\`', a.attname, ' ', format_type(a.atttypid, a.atttypmod),
     CASE WHEN NOT a.attnotnull THEN ' or null' END, '\`', ' (' || col_description(c.oid, a.attnum) || ')'),
     ', ' ORDER BY a.attnum)
   FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
  (SELECT coalesce(json_agg(g ORDER BY g.role, g.privilege), '[]') FROM (
     SELECT r.rolname AS role, e.privilege_type AS privilege, NULL::text AS columns
     FROM aclexplode(c.relacl) e JOIN pg_roles r ON r.oid = e.grantee AND ${ROLES}
     UNION ALL
     SELECT r.rolname, e.privilege_type, string_agg(a.attname, ', ' ORDER BY a.attnum)
     FROM pg_attribute a, aclexplode(a.attacl) e JOIN pg_roles r ON r.oid = e.grantee AND ${ROLES}
     WHERE a.attrelid = c.oid AND NOT a.attisdropped GROUP BY 1, 2
   ) g) AS rights
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE ${OURS} AND c.relkind IN ('r', 'p', 'v', 'm')
ORDER BY n.nspname COLLATE "C", c.relname COLLATE "C"`;

interface Routine {
  readonly schema: string;
  readonly name: string;
  readonly roles: string | null;
}

const ROUTINES = `
SELECT n.nspname AS schema, p.proname AS name,
  string_agg(DISTINCT CASE e.grantee WHEN 0 THEN 'PUBLIC' ELSE e.grantee::regrole::text END, ', ') AS roles
FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
LEFT JOIN aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) e ON e.grantee <> p.proowner
WHERE ${OURS} GROUP BY 1, 2 ORDER BY n.nspname COLLATE "C", p.proname COLLATE "C"`;

const HEAD = `# Schema

\`npm run schema:document\` generates this page from a migrated database. \`npm test\` fails if the page is out of date.
The owner of the tables has every right. The services connect as the roles in the column *rights*.
Constraints, indexes, and triggers are in the baseline and the migrations since.`;

/** Describes a database's schema in Markdown: a table of tables and a table of functions for each schema. */
export async function documentSchema(db: Pool): Promise<string> {
  const [relations, routines] = await Promise.all([db.query<Relation>(RELATIONS), db.query<Routine>(ROUTINES)]);
  const schemas = [...new Set([...relations.rows, ...routines.rows].map(({ schema }) => schema))].toSorted();
  const chapters = schemas.flatMap((schema) => {
    const tables = relations.rows.filter((relation) => relation.schema === schema);
    const functions = routines.rows.filter((routine) => routine.schema === schema);
    return [
      `## ${schema}`,
      table(
        'table | columns | rights',
        tables.map((each) => [nameOf(each), each.columns, rightsOf(each)]),
      ),
      table(
        'function | called by',
        functions.map(({ name, roles }) => [`[${name}](routines/${schema}/${name}.sql)`, roles ?? '']),
      ),
    ];
  });
  return `${[HEAD, ...chapters].filter((part) => part !== '').join('\n\n')}\n`;
}

const nameOf = ({ name, comment }: Relation): string => (comment === null ? name : `${name}: ${comment}`);

/** Lists rights as `role: SELECT, UPDATE (column, ...)`, role by role. */
function rightsOf({ rights }: Relation): string {
  const privilegesOf = (role: string): readonly string[] =>
    rights
      .filter((right) => right.role === role)
      .map(({ privilege, columns }) => (columns === null ? privilege : `${privilege} (\`${columns}\`)`));
  const roles = [...new Set(rights.map(({ role }) => role))];
  return roles.map((role) => `${role}: ${privilegesOf(role).join(', ')}`).join('; ');
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function table(head: string, rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [`| ${head} |`, head.replaceAll(/[^|]+/g, '---').replace(/^|$/g, '|'), ...rows.map(line)].join('\n');
}
