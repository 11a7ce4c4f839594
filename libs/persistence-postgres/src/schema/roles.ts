import { Client, type ClientBase } from 'pg';

const PROCESSES = ['api', 'account', 'deliver'] as const;

export type ServiceProcess = (typeof PROCESSES)[number];

const PREFIX = 'brickmarket';

/** `shop` for an owner's URL ending in `?roles=shop`. */
export function rolePrefix(url: string): string {
  return new URL(url).searchParams.get('roles') ?? PREFIX;
}

/** Roles are shared by the server: deployments have their own. */
export function serviceRole(url: string, process: ServiceProcess): string {
  return `${rolePrefix(url)}_${process}`;
}

export function serviceRoles(url: string): readonly string[] {
  return PROCESSES.map((process) => serviceRole(url, process));
}

/** Replaces role names by those of the URL. */
export function withRolesOf(url: string, sql: string): string {
  return sql.replaceAll(new RegExp(`\\b${PREFIX}_(?=(?:${PROCESSES.join('|')})\\b|x_)`, 'g'), `${rolePrefix(url)}_`);
}

export interface RoleStep {
  readonly role: string;
  readonly sql: string;
  readonly isPermitted: boolean;
  /** Whether processes log in as this role, so that no login needs to switch. */
  readonly isLogin: boolean;
}

/** From PostgreSQL 16 on, a role's creator administers it but cannot switch yet. */
const STEPS = `
WITH login AS (
  SELECT rolsuper AS super, rolcreaterole AS creates, current_setting('server_version_num')::integer >= 160000 AS is_16
  FROM pg_roles WHERE rolname = current_user
), wanted AS (
  SELECT name, r.oid, coalesce(r.rolcanlogin, false) AS "isLogin"
  FROM unnest($1::text[]) AS name LEFT JOIN pg_roles r ON r.rolname = name
)
SELECT name AS role, format('CREATE ROLE %I NOLOGIN', name) AS sql, super OR creates AS "isPermitted", "isLogin"
FROM login, wanted WHERE oid IS NULL
UNION ALL
SELECT name,
  format('GRANT %I TO %I', name, current_user) || CASE WHEN is_16 THEN ' WITH INHERIT FALSE, SET TRUE' ELSE '' END,
  CASE WHEN is_16 AND oid IS NOT NULL THEN pg_has_role(oid, 'MEMBER WITH ADMIN OPTION') ELSE creates END, "isLogin"
FROM login, wanted
WHERE NOT super AND NOT coalesce(pg_has_role(oid, CASE WHEN is_16 THEN 'SET' ELSE 'MEMBER' END), false)`;

/** Steps until this login can switch to each role. */
export async function listRoleSteps(client: ClientBase, url: string): Promise<readonly RoleStep[]> {
  return (await client.query<RoleStep>(STEPS, [serviceRoles(url)])).rows;
}

/** The first migration creates this schema and lets the API's role use it. */
const IS_KNOWN = `
SELECT coalesce(has_schema_privilege(to_regrole($1), to_regnamespace('access'), 'USAGE'), true) AS "isKnown"`;

const ATTEMPTS = 20;
/** Another database of the server changes the same role. */
const CONCURRENT = ['XX000', '23505', '42710'];

/** Creates and grants roles. Throws with the SQL if not permitted, except for roles with own login. */
export async function makeRoles(client: ClientBase, url: string, withOwnLogin: readonly string[]): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      const steps = await listRoleSteps(client, url);
      const refused = steps.filter(
        ({ role, isPermitted, isLogin }) => !isPermitted && !(isLogin && withOwnLogin.includes(role)),
      );
      if (refused.length > 0)
        throw new Error(`the login of DATABASE_URL may not make or switch to its roles. ${askForRoles(refused)}`);
      for (const { sql, isPermitted } of steps) if (isPermitted) await client.query(sql);
      break;
    } catch (error) {
      if (attempt === ATTEMPTS || !CONCURRENT.includes((error as { code?: string }).code ?? '')) throw error;
    }
  const role = serviceRole(url, 'api');
  const { rows } = await client.query<{ isKnown: boolean }>(IS_KNOWN, [role]);
  if (!rows[0]!.isKnown)
    throw new Error(
      `${role} has no rights here, because this database was migrated for roles with another prefix: ` +
        'end its addresses with ?roles=PREFIX, as at its first migration',
    );
}

export function askForRoles(steps: readonly RoleStep[]): string {
  const sql = steps.map((step) => `${step.sql};`).join('\n');
  return `Have a superuser run this, then run "brickmarket db migrate":\n${sql}`;
}

export async function canLogIn(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  return client.connect().then(
    () => client.end().then(() => true),
    (error: { code?: string }) => {
      if (/^28|^42501/.test(error.code ?? '')) return false;
      throw error;
    },
  );
}

const SHARED = `
SELECT DISTINCT d.datname AS name
FROM pg_shdepend s JOIN pg_roles r ON r.oid = s.refobjid AND r.rolname = ANY ($1)
  JOIN pg_database d ON d.oid = s.dbid AND d.datname <> current_database()
WHERE s.refclassid = 'pg_authid'::regclass ORDER BY 1`;

/** Other databases with rights of one of the roles. */
export async function listDatabasesOf(roles: readonly string[], ownerUrl: string): Promise<readonly string[]> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    return (await client.query<{ name: string }>(SHARED, [roles])).rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}
