import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The newest change of each item, numbers that items had, and from which version on all changes are recorded. A process
 * of the release before this one raises versions without recording: what it changes is seen by `recorded_version`.
 */
export class RecordChanges1794950000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(CHANGES);
    await queryRunner.query(NUMBERS);
    await queryRunner.query(ORIGIN);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
DROP TABLE catalog.item_change, catalog.number_change, ops.change_origin;
ALTER TABLE ops.data_kind DROP COLUMN recorded_version, DROP COLUMN recorded_since`);
  }
}

const CHANGES = `
CREATE TABLE catalog.item_change (
  item_id integer NOT NULL,
  part text COLLATE "C" NOT NULL CHECK (part IN ('catalog', 'value', 'retail', 'history')),
  version bigint NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (item_id, part)
);
CREATE INDEX item_change_by_version ON catalog.item_change (part, version, item_id);
-- All changes between recorded_since and recorded_version are recorded.
ALTER TABLE ops.data_kind ADD COLUMN recorded_version bigint, ADD COLUMN recorded_since bigint;
GRANT SELECT ON catalog.item_change TO brickmarket_api`;

const NUMBERS = `
CREATE TABLE catalog.number_change (
  -- From the sequence of items, so that one order holds for both.
  id integer NOT NULL DEFAULT nextval('catalog.item_id') UNIQUE,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('set', 'minifig')),
  old_number text COLLATE "C" NOT NULL,
  -- Null when the item was removed.
  item_id integer,
  version bigint NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (kind, old_number)
);
CREATE INDEX number_change_by_version ON catalog.number_change (version);
GRANT SELECT ON catalog.number_change TO brickmarket_api, brickmarket_account`;

const ORIGIN = `
CREATE TABLE ops.change_origin (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  id uuid NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO ops.change_origin DEFAULT VALUES;
GRANT SELECT ON ops.change_origin TO brickmarket_api`;
