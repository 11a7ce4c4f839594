import type { ExtensionNames } from './extension-names.ts';

const role = (name: string): string => `
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${name}') THEN CREATE ROLE ${name} NOLOGIN; END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;`;

/** Checked first: a grant writes a shared row, which databases wait for. */
const mayBecome = (member: string, name: string): string => `
DO $$ BEGIN
  IF NOT pg_has_role(${member === 'CURRENT_USER' ? 'current_user' : `'${member}'`}, '${name}',
      CASE WHEN current_setting('server_version_num')::integer < 160000 THEN 'MEMBER' ELSE 'SET' END) THEN
    GRANT ${name} TO ${member};
  END IF;
END $$;`;

/** The owner may only reference accounts, the worker not even that. A function records their events. */
export const PREPARE = ({ schema, owner, worker }: ExtensionNames): string => `
${role(owner)}${role(worker)}
${mayBecome('CURRENT_USER', owner)}${mayBecome('CURRENT_USER', worker)}
${mayBecome('brickmarket_api', worker)}${mayBecome('brickmarket_account', worker)}
CREATE SCHEMA IF NOT EXISTS ${schema} AUTHORIZATION ${owner};
GRANT USAGE ON SCHEMA ${schema} TO ${worker};
GRANT USAGE ON SCHEMA access TO ${owner};
GRANT REFERENCES (id) ON access.account TO ${owner};
CREATE TABLE IF NOT EXISTS ${schema}.schema_migration (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  checksum text NOT NULL,
  ran_at timestamptz NOT NULL DEFAULT now()
);
CREATE OR REPLACE FUNCTION ${schema}.record_event(
  kind text, account integer, subject text, cause text, facts jsonb, occurred_at timestamptz
) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  caller text := nullif(current_setting('brickmarket.account_id', true), '');
BEGIN
  IF NOT starts_with(kind, '${schema.slice('x_'.length)}.') THEN
    RAISE EXCEPTION 'the kind % is not of this extension', kind;
  END IF;
  IF account IS NULL OR account::text <> coalesce(caller, account::text) THEN
    RAISE EXCEPTION 'an event of account % cannot be recorded for account %', account, caller;
  END IF;
  INSERT INTO events.event (kind, subject, cause, account_id, occurred_at, facts)
  VALUES (kind, subject, cause, account, coalesce(occurred_at, access.clock()), facts)
  ON CONFLICT DO NOTHING;
  RETURN FOUND;
END $$;
REVOKE ALL ON FUNCTION ${schema}.record_event FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ${schema}.record_event TO ${worker}`;

const OF_ACCOUNT = `account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer`;
const OF_EVERYBODY = `current_setting('brickmarket.every_account', true) = 'on'`;

/** After each migration: worker rights and row-level security. */
export const COMPLETE = ({ schema, owner, worker }: ExtensionNames): string => `
DO $$ DECLARE t regclass; BEGIN
  FOR t IN SELECT c.oid FROM pg_class c
    WHERE c.relnamespace = '${schema}'::regnamespace AND c.relkind IN ('r', 'p') AND c.relowner = '${owner}'::regrole
  LOOP
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO ${worker}', t);
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('DROP POLICY IF EXISTS own_rows ON %s', t);
    EXECUTE format(
      'CREATE POLICY own_rows ON %s TO ${worker} USING (%s) WITH CHECK (%2$s)',
      t, ${literal(`${OF_ACCOUNT} OR ${OF_EVERYBODY}`)});
  END LOOP;
END $$;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${worker}`;

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export const FAULTS = `
SELECT 'leaves its schema: ' || c.oid::regclass AS fault FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relowner = $2::regrole AND n.nspname <> $1 AND n.nspname NOT LIKE 'pg\\_%'
UNION ALL
SELECT 'makes the view ' || c.oid::regclass || ', which would show the rows of all accounts' FROM pg_class c
WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('v', 'm')
UNION ALL
SELECT 'makes the table ' || c.oid::regclass ||
  ' without "account_id integer NOT NULL REFERENCES access.account ON DELETE CASCADE"' FROM pg_class c
WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p') AND c.relowner = $2::regrole
  AND NOT EXISTS (
    SELECT FROM pg_attribute a JOIN pg_constraint f ON f.conrelid = c.oid AND f.conkey = ARRAY[a.attnum]
    WHERE a.attrelid = c.oid AND a.attname = 'account_id' AND a.attnotnull AND a.atttypid = 'integer'::regtype
      AND f.contype = 'f' AND f.confrelid = 'access.account'::regclass AND f.confdeltype = 'c'
  )`;
