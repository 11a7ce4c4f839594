import type { Pool } from 'pg';

/** The queue's schema belongs to graphile-worker. */
const OURS = "n.nspname NOT LIKE 'pg\\_%' AND n.nspname NOT IN ('information_schema', 'graphile_worker')";
/** Of an owner's name nothing is said: it differs from server to server. */
const ROLES = "r.rolname LIKE 'brickmarket\\_%'";

interface Relation {
  readonly schema: string;
  readonly name: string;
  readonly comment: string | null;
  readonly isUnlogged: boolean;
  readonly hasRowSecurity: boolean;
  readonly columns: readonly {
    readonly name: string;
    readonly type: string;
    readonly isNullable: boolean;
    readonly value: string | null;
    readonly comment: string | null;
  }[];
  readonly constraints: readonly string[];
  readonly indexes: readonly string[];
  readonly triggers: readonly string[];
  readonly policies: readonly string[];
  readonly rights: readonly { readonly role: string; readonly privilege: string; readonly columns: string[] | null }[];
}

const RELATIONS = `
SELECT n.nspname AS schema, c.relname AS name, obj_description(c.oid, 'pg_class') AS comment,
  c.relpersistence = 'u' AS "isUnlogged", c.relrowsecurity AS "hasRowSecurity",
  (SELECT json_agg(json_build_object(
     'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)
       || CASE WHEN a.attcollation NOT IN (0, t.typcollation) THEN ' ' || a.attcollation::regcollation ELSE '' END,
     'isNullable', NOT a.attnotnull,
     'value', CASE WHEN a.attidentity <> '' THEN 'identity'
                   WHEN a.attgenerated <> '' THEN 'generated: ' || pg_get_expr(d.adbin, d.adrelid)
                   ELSE pg_get_expr(d.adbin, d.adrelid) END,
     'comment', col_description(c.oid, a.attnum)) ORDER BY a.attnum)
   FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
   LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
   WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
  -- PostgreSQL 18 lists NOT NULL here as well, which the columns say.
  ARRAY(SELECT x.conname || ': ' || pg_get_constraintdef(x.oid) FROM pg_constraint x
        WHERE x.conrelid = c.oid AND x.contype NOT IN ('n', 't') ORDER BY x.contype <> 'p', x.conname) AS constraints,
  ARRAY(SELECT regexp_replace(pg_get_indexdef(i.indexrelid), '^CREATE (UNIQUE )?INDEX (\\S+) ON \\S+ ', '\\2: \\1')
        FROM pg_index i WHERE i.indrelid = c.oid
        AND NOT EXISTS (SELECT FROM pg_constraint x WHERE x.conindid = i.indexrelid AND x.contype IN ('p', 'u', 'x'))
        ORDER BY i.indexrelid::regclass::text COLLATE "C") AS indexes,
  ARRAY(SELECT g.tgname || ': ' || regexp_replace(
          regexp_replace(pg_get_triggerdef(g.oid), '^CREATE (CONSTRAINT )?TRIGGER \\S+ ', '\\1'), ' ON \\S+', '')
        FROM pg_trigger g WHERE g.tgrelid = c.oid AND NOT g.tgisinternal ORDER BY g.tgname) AS triggers,
  ARRAY(SELECT concat(p.polname, ': ',
          CASE p.polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE'
            ELSE 'ALL' END,
          ' TO ',
          (SELECT string_agg(CASE o WHEN 0 THEN 'PUBLIC' ELSE o::regrole::text END, ', ') FROM unnest(p.polroles) o),
          ' USING ' || pg_get_expr(p.polqual, p.polrelid), ' WITH CHECK ' || pg_get_expr(p.polwithcheck, p.polrelid))
        FROM pg_policy p WHERE p.polrelid = c.oid ORDER BY p.polname) AS policies,
  (SELECT coalesce(json_agg(g ORDER BY g.role, g.privilege), '[]') FROM (
     SELECT r.rolname AS role, e.privilege_type AS privilege, NULL::text[] AS columns
     FROM aclexplode(c.relacl) e JOIN pg_roles r ON r.oid = e.grantee AND ${ROLES}
     UNION ALL
     SELECT r.rolname, e.privilege_type, array_agg(a.attname::text ORDER BY a.attnum)
     FROM pg_attribute a, aclexplode(a.attacl) e JOIN pg_roles r ON r.oid = e.grantee AND ${ROLES}
     WHERE a.attrelid = c.oid AND NOT a.attisdropped GROUP BY 1, 2
   ) g) AS rights
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE ${OURS} AND c.relkind IN ('r', 'p', 'v', 'm')
ORDER BY n.nspname COLLATE "C", c.relname COLLATE "C"`;

interface SchemaPart {
  readonly schema: string;
  readonly roles: string | null;
  readonly types: readonly string[];
  readonly sequences: readonly string[];
  readonly functions: readonly { readonly name: string; readonly signature: string; readonly roles: string | null }[];
}

const GRANTED = `string_agg(CASE e.grantee WHEN 0 THEN 'everybody' ELSE e.grantee::regrole::text END, ', '
  ORDER BY e.grantee::regrole::text COLLATE "C")`;
const SCHEMAS = `
SELECT n.nspname AS schema,
  (SELECT string_agg(r.rolname, ', ' ORDER BY r.rolname)
   FROM aclexplode(n.nspacl) e JOIN pg_roles r ON r.oid = e.grantee AND ${ROLES} AND e.privilege_type = 'USAGE'
  ) AS roles,
  ARRAY(SELECT t.typname || ': ' || string_agg(l.enumlabel, ', ' ORDER BY l.enumsortorder)
        FROM pg_type t JOIN pg_enum l ON l.enumtypid = t.oid WHERE t.typnamespace = n.oid
        GROUP BY t.typname ORDER BY t.typname) AS types,
  ARRAY(SELECT c.relname::text FROM pg_class c WHERE c.relnamespace = n.oid AND c.relkind = 'S'
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('i', 'a') AND d.refobjsubid > 0)
        ORDER BY c.relname) AS sequences,
  (SELECT coalesce(json_agg(json_build_object(
      'name', p.proname,
      'signature', format('%s(%s)', p.proname, pg_get_function_identity_arguments(p.oid)),
      'roles', (SELECT ${GRANTED} FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) e
                WHERE e.grantee <> p.proowner)
    ) ORDER BY p.proname COLLATE "C", pg_get_function_identity_arguments(p.oid) COLLATE "C"), '[]')
   FROM pg_proc p WHERE p.pronamespace = n.oid) AS functions
FROM pg_namespace n WHERE ${OURS} ORDER BY n.nspname COLLATE "C"`;

/** The schema of a database for people to read: a chapter for each schema, a section for each table. */
export async function documentSchema(db: Pool): Promise<string> {
  const [schemas, relations] = await Promise.all([db.query<SchemaPart>(SCHEMAS), db.query<Relation>(RELATIONS)]);
  const chapters = schemas.rows.map((part) => {
    const tables = relations.rows.filter(({ schema }) => schema === part.schema);
    return [
      `## ${part.schema}`,
      part.roles === null ? '' : `Used by ${part.roles}.`,
      list('Types', part.types),
      list('Sequences', part.sequences),
      list(
        'Functions',
        part.functions.map(
          ({ name, signature, roles }) =>
            `[${signature.replaceAll('[]', '\\[\\]')}](routines/${part.schema}/${name}.sql)` +
            (roles === null ? '' : `, called by ${roles}`),
        ),
        (line) => line,
      ),
      ...tables.map(tableText),
    ];
  });
  return `${[HEAD, ...chapters.flat()].filter((part) => part !== '').join('\n\n')}\n`;
}

const HEAD = `# The schema

${[
  'Written by `npm run schema:document` from a migrated database; `npm test` fails when it is not that.',
  "The queue's tables are those of graphile-worker.",
  'Whoever owns the tables may do everything; the services use roles with the rights named here.',
].join(' ')}`;

function tableText(relation: Relation): string {
  const roles = [...new Set(relation.rights.map(({ role }) => role))];
  return [
    `### ${relation.schema}.${relation.name}${relation.isUnlogged ? ' (unlogged)' : ''}`,
    relation.comment ?? '',
    [
      '| column | type | null | default |',
      '|---|---|---|---|',
      ...relation.columns.map(
        ({ name, type, isNullable, value, comment }) =>
          `| ${name}${comment === null ? '' : `: ${cell(comment)}`} | ${cell(type)} | ${isNullable ? 'yes' : ''} | ` +
          `${value === null ? '' : `\`${cell(value)}\``} |`,
      ),
    ].join('\n'),
    list('Constraints', relation.constraints),
    list('Indexes', relation.indexes),
    list('Triggers', relation.triggers),
    list(relation.hasRowSecurity ? 'Row-level security' : 'Policies (not enabled)', relation.policies),
    list(
      'Rights',
      roles.map((role) => `${role}: ${rightsOf(relation, role).join(', ')}`),
      (line) => line,
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const rightsOf = ({ rights }: Relation, role: string): readonly string[] =>
  rights
    .filter((right) => right.role === role)
    .map(({ privilege, columns }) => (columns === null ? privilege : `${privilege} (${columns.join(', ')})`));

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** `name: definition` is shown as a name and code. */
const named = (line: string): string => {
  const [name, ...definition] = line.split(': ');
  return definition.length === 0 ? name! : `${name}: \`${definition.join(': ').replaceAll(/\s+/g, ' ')}\``;
};

function list(title: string, lines: readonly string[], shown: (line: string) => string = named): string {
  return lines.length === 0 ? '' : `${title}:\n\n${lines.map((line) => `- ${shown(line)}`).join('\n')}`;
}
