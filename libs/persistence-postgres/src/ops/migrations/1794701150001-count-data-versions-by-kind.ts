import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Data versions as a row for each kind, so that a new kind needs no column. The last release reads and writes the single
 * row of `ops.data_version`: triggers keep the two in step, and a later migration drops it once no replica of that release
 * runs.
 */
export class CountDataVersionsByKind1794701150001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(TABLE);
    await queryRunner.query(FROM_SINGLE_ROW);
    await queryRunner.query(TO_SINGLE_ROW);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
DROP TRIGGER data_version_to_kinds ON ops.data_version;
DROP TABLE ops.data_kind;
DROP FUNCTION ops.copy_data_version_to_kinds, ops.lock_data_version, ops.copy_data_kind_to_version`);
  }
}

const TABLE = `
CREATE TABLE ops.data_kind (
  kind text PRIMARY KEY,
  -- How often data of this kind has changed.
  version bigint NOT NULL,
  -- Null when it has not changed since this is recorded.
  changed_at timestamptz
);
GRANT SELECT ON ops.data_kind TO brickmarket_api`;

// The trigger's lock keeps writers out until this is committed: none of their changes is missing from the rows copied.
const FROM_SINGLE_ROW = `
CREATE FUNCTION ops.copy_data_version_to_kinds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ops.data_kind k SET version = n.version, changed_at = clock_timestamp()
  FROM (VALUES ('catalog', NEW.catalog), ('market', NEW.market), ('retail', NEW.retail)) AS n (kind, version)
  WHERE k.kind = n.kind AND k.version < n.version;
  RETURN NULL;
END $$;
CREATE TRIGGER data_version_to_kinds AFTER UPDATE ON ops.data_version
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION ops.copy_data_version_to_kinds();
INSERT INTO ops.data_kind (kind, version, changed_at)
SELECT n.kind, n.version, n.changed_at
FROM ops.data_version d, LATERAL (VALUES
  ('catalog', d.catalog, d.catalog_changed_at),
  ('market', d.market, d.market_changed_at),
  ('retail', d.retail, d.retail_changed_at)
) AS n (kind, version, changed_at)`;

const TO_SINGLE_ROW = `
-- The single row is locked before any row of a kind, as the last release does: two that change the same kind then wait
-- for each other in one order and cannot deadlock.
CREATE FUNCTION ops.lock_data_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM ops.data_version FOR UPDATE;
  RETURN NULL;
END $$;
CREATE TRIGGER data_kind_locks_version BEFORE UPDATE ON ops.data_kind
  FOR EACH STATEMENT EXECUTE FUNCTION ops.lock_data_version();
CREATE FUNCTION ops.copy_data_kind_to_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ops.data_version SET
    catalog = CASE NEW.kind WHEN 'catalog' THEN NEW.version ELSE catalog END,
    market = CASE NEW.kind WHEN 'market' THEN NEW.version ELSE market END,
    retail = CASE NEW.kind WHEN 'retail' THEN NEW.version ELSE retail END;
  RETURN NULL;
END $$;
CREATE TRIGGER data_kind_to_version AFTER UPDATE ON ops.data_kind
  FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND NEW.kind IN ('catalog', 'market', 'retail'))
  EXECUTE FUNCTION ops.copy_data_kind_to_version()`;
