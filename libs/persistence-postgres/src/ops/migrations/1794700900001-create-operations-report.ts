import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When shared data last changed, and how batch jobs have fared. */
export class CreateOperationsReport1794700900001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(CHANGES);
    await queryRunner.query(JOBS);
    await queryRunner.query(GRANTS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
REVOKE USAGE ON SCHEMA ops FROM brickmarket_api;
DROP TABLE ops.job_record;
DROP TRIGGER data_version_changed ON ops.data_version;
DROP FUNCTION ops.note_data_change;
ALTER TABLE ops.data_version DROP COLUMN catalog_changed_at, DROP COLUMN market_changed_at, DROP COLUMN retail_changed_at`);
  }
}

const CHANGES = `
ALTER TABLE ops.data_version ADD COLUMN catalog_changed_at timestamptz, ADD COLUMN market_changed_at timestamptz, ADD COLUMN retail_changed_at timestamptz;
-- By the row itself, so that no writer can forget it.
CREATE FUNCTION ops.note_data_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.catalog <> OLD.catalog THEN NEW.catalog_changed_at := clock_timestamp(); END IF;
  IF NEW.market <> OLD.market THEN NEW.market_changed_at := clock_timestamp(); END IF;
  IF NEW.retail <> OLD.retail THEN NEW.retail_changed_at := clock_timestamp(); END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER data_version_changed BEFORE UPDATE ON ops.data_version FOR EACH ROW EXECUTE FUNCTION ops.note_data_change()`;

const JOBS = `
CREATE TABLE ops.job_record (
  job text PRIMARY KEY,
  runs integer NOT NULL,
  failures integer NOT NULL,
  last_started_at timestamptz NOT NULL,
  last_succeeded_at timestamptz
)`;

const GRANTS = `
GRANT USAGE ON SCHEMA ops TO brickmarket_api;
GRANT SELECT ON ops.data_version, ops.job_record TO brickmarket_api`;
