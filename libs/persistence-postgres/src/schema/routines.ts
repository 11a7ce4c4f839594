import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClientBase } from 'pg';

/** Next to `src` and `dist`: found by sources, builds and bundles. */
export const ROUTINES = fileURLToPath(new URL('../../routines', import.meta.url));

/** View, or function with all signatures: `access/admit_keys.sql` is `access.admit_keys`. */
export interface Routine {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

export async function readRoutines(folder: string = ROUTINES): Promise<readonly Routine[]> {
  const files = await readdir(folder, { recursive: true });
  return Promise.all(
    files
      .filter((file) => file.endsWith('.sql'))
      .sort()
      .map(async (file) => {
        const sql = await readFile(join(folder, file), 'utf8');
        const checksum = createHash('sha256').update(sql).digest('hex');
        return { name: file.slice(0, -'.sql'.length).replace('/', '.'), sql, checksum };
      }),
  );
}

export interface RoutinePlan {
  readonly apply: readonly Routine[];
  readonly drop: readonly string[];
}

const NOTHING: RoutinePlan = { apply: [], drop: [] };

export function stepsOf({ apply, drop }: RoutinePlan): readonly string[] {
  return [...apply.map(({ name }) => `routine ${name}`), ...drop.map((name) => `drop of routine ${name}`)];
}

const RECORDED = `
SELECT r.name, r.checksum, r.is_current AS "isCurrent",
       EXISTS (
         SELECT FROM pg_namespace n
         WHERE n.nspname = split_part(r.name, '.', 1) AND (
           EXISTS (SELECT FROM pg_proc p WHERE p.pronamespace = n.oid AND p.proname = split_part(r.name, '.', 2))
           OR EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = n.oid AND c.relname = split_part(r.name, '.', 2))
         )
       ) AS "isThere"
FROM schema_routine r`;

/** Without `mayTakeBack`, replaced texts stay: they belong to an older build running next to the newer one. */
export async function planRoutines(
  client: ClientBase,
  routines: readonly Routine[],
  { mayTakeBack }: { readonly mayTakeBack: boolean },
): Promise<RoutinePlan> {
  const { rows: found } = await client.query<{ table: string | null }>(`SELECT to_regclass('schema_routine') AS table`);
  if (found[0]!.table === null) return { apply: routines, drop: [] };
  const { rows } = await client.query<{ name: string; checksum: string; isCurrent: boolean; isThere: boolean }>(
    RECORDED,
  );
  const recordOf = ({ name, checksum }: Routine) => rows.find((row) => row.name === name && row.checksum === checksum);
  const names = new Set(routines.map(({ name }) => name));
  const drop = rows.filter(({ name, isCurrent }) => isCurrent && !names.has(name)).map(({ name }) => name);
  const wereAllApplied = routines.every((routine) => recordOf(routine) !== undefined);
  const isReplaced = drop.length > 0 || routines.some((routine) => recordOf(routine)?.isCurrent === false);
  if (!mayTakeBack && wereAllApplied && isReplaced) return NOTHING;
  const apply = routines.filter((routine) => {
    const record = recordOf(routine);
    return !(record?.isCurrent && record.isThere);
  });
  return { apply, drop: drop.sort() };
}

/** Creates functions twice, first without body checks. Removes rights and signatures not in the file. */
export async function applyRoutines(client: ClientBase, plan: RoutinePlan, lockTimeoutMs: number): Promise<void> {
  const isView = ({ sql }: Routine): boolean => /^CREATE OR REPLACE VIEW/m.test(sql);
  const functions = plan.apply.filter((routine) => !isView(routine));
  const names = plan.apply.map(({ name }) => name);
  await client.query(`BEGIN; SET LOCAL lock_timeout = ${lockTimeoutMs}; SET LOCAL check_function_bodies = off`);
  try {
    await runAll(client, REVOCATIONS, names);
    for (const routine of [...functions, ...plan.apply.filter(isView)]) await run(client, routine);
    await client.query('SET LOCAL check_function_bodies = on');
    for (const routine of functions) await run(client, routine);
    await check(client, names);
    await runAll(client, OTHER_SIGNATURES, names);
    await runAll(client, DROPS, plan.drop);
    await client.query('UPDATE schema_routine SET is_current = false WHERE name = ANY ($1)', [
      [...names, ...plan.drop],
    ]);
    await client.query(RECORD, [names, plan.apply.map(({ checksum }) => checksum)]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

const RECORD = `
INSERT INTO schema_routine AS r (name, checksum)
SELECT name, checksum FROM unnest($1::text[], $2::text[]) AS applied (name, checksum)
ON CONFLICT (name, checksum) DO UPDATE SET is_current = true, applied_at = now()`;

const FUNCTIONS = `pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
  AND n.nspname || '.' || p.proname = ANY ($1)`;
const VIEWS = `pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND c.relkind = 'v'
  AND n.nspname || '.' || c.relname = ANY ($1)`;

const GRANTEE = `CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE a.grantee::regrole::text END`;
const REVOCATIONS = `
SELECT format('REVOKE ALL ON FUNCTION %s FROM %s', p.oid::regprocedure, ${GRANTEE}) AS statement
FROM ${FUNCTIONS}, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a WHERE a.grantee <> p.proowner
UNION
SELECT format('REVOKE ALL ON %s FROM %s', c.oid::regclass, ${GRANTEE})
FROM ${VIEWS}, aclexplode(c.relacl) a WHERE a.grantee <> c.relowner`;

/** Rows not written by this transaction are signatures missing in the file. */
const OTHER_SIGNATURES = `
SELECT format('DROP FUNCTION %s', p.oid::regprocedure) AS statement
FROM ${FUNCTIONS} WHERE p.xmin <> pg_current_xact_id()::xid`;

/** All of a kind together, as they may depend on each other; views first, as they need functions. */
const DROPS = `
SELECT 'DROP VIEW ' || string_agg(c.oid::regclass::text, ', ') AS statement FROM ${VIEWS} HAVING count(*) > 0
UNION ALL
SELECT 'DROP FUNCTION ' || string_agg(p.oid::regprocedure::text, ', ') FROM ${FUNCTIONS} HAVING count(*) > 0`;

async function runAll(client: ClientBase, query: string, names: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(query, [names]);
  for (const { statement } of rows) await explained(statement, () => client.query(statement));
}

const run = (client: ClientBase, { name, sql }: Routine): Promise<unknown> =>
  explained(`routine ${name}`, () => client.query(sql));

const WRITTEN = `
SELECT n.nspname || '.' || p.proname AS name, p.proacl IS NULL AS "isPublic"
FROM ${FUNCTIONS} WHERE p.xmin = pg_current_xact_id()::xid
UNION ALL
SELECT n.nspname || '.' || c.relname, false FROM ${VIEWS} WHERE c.xmin = pg_current_xact_id()::xid`;

async function check(client: ClientBase, names: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string; isPublic: boolean }>(WRITTEN, [names]);
  const fileOf = (name: string): string => `routines/${name.replace('.', '/')}.sql`;
  for (const name of names) {
    const written = rows.filter((row) => row.name === name);
    if (written.length === 0) throw new Error(`${fileOf(name)} does not create ${name}`);
    if (written.some(({ isPublic }) => isPublic))
      throw new Error(`${fileOf(name)} leaves its function to all: add REVOKE ALL ON FUNCTION ${name} FROM PUBLIC`);
  }
}

async function explained<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    (error as Error).message = `${what}: ${(error as Error).message}`;
    throw error;
  }
}
