import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A release with 32 migrations had foreign keys where CreateAlerts makes triggers today. Databases that it made get the
 * triggers here; on all others this changes nothing.
 */
export class ForgetByTriggers1794973000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const keys = (await queryRunner.query(FOREIGN_KEYS)) as { table: string; name: string }[];
    if (keys.length === 0) return;
    // Triggers first: rows of an account that is deleted meanwhile must go with it.
    for (const { name, on, tables, column } of CASCADES) await queryRunner.query(cascade(name, on, tables, column));
    for (const { table, name } of keys) await queryRunner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  }

  /** The rules stay: CreateAlerts makes the same ones. */
  async down(): Promise<void> {}
}

const FOREIGN_KEYS = `
SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name FROM pg_constraint
WHERE contype = 'f' AND (conrelid, confrelid) IN (
  ('events.alert'::regclass, 'access.account'::regclass), ('events.alert'::regclass, 'events.event'::regclass),
  ('events.delivery'::regclass, 'access.account'::regclass), ('events.delivery'::regclass, 'events.event'::regclass),
  ('events.rule_state'::regclass, 'events.rule'::regclass)
)
ORDER BY conname`;

const CASCADES = [
  { name: 'forget_account', on: 'access.account', tables: ['alert', 'delivery'], column: 'account_id' },
  { name: 'forget_event', on: 'events.event', tables: ['alert', 'delivery'], column: 'event_id' },
  { name: 'forget_rule', on: 'events.rule', tables: ['rule_state'], column: 'rule_id' },
] as const;

const cascade = (name: string, on: string, tables: readonly string[], column: string): string => `
CREATE OR REPLACE FUNCTION events.${name}() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  ${tables.map((table) => `DELETE FROM events.${table} t USING old_rows o WHERE t.${column} = o.id;`).join('\n  ')}
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER ${name} AFTER DELETE ON ${on} REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION events.${name}()`;
