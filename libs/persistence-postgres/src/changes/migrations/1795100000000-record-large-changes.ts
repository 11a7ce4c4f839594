import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The newest change of many items at once, as one row: a full valuation changes nearly every item, and a row for each
 * took it half a second. Processes of the release before this one do not know it: they are told by `recorded_version`
 * that not all is recorded in rows. What this release knows is said by columns of its own, which they do not raise.
 */
export class RecordLargeChanges1795100000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(LARGE_CHANGES);
    await queryRunner.query(KNOWN);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
DROP TABLE catalog.large_change;
ALTER TABLE ops.data_kind DROP known_version, DROP known_since`);
  }
}

const LARGE_CHANGES = `
CREATE TABLE catalog.large_change (
  part text COLLATE "C" PRIMARY KEY CHECK (part IN ('catalog', 'value', 'retail', 'history')),
  version bigint NOT NULL,
  changed_at timestamptz NOT NULL,
  item_ids integer[] NOT NULL
);
-- Compressing it takes longer than writing it.
ALTER TABLE catalog.large_change ALTER item_ids SET STORAGE EXTERNAL;
GRANT SELECT ON catalog.large_change TO brickmarket_api`;

const KNOWN = `
-- All changes between known_since and known_version are recorded, in rows or as large ones.
ALTER TABLE ops.data_kind ADD known_version bigint, ADD known_since bigint;
UPDATE ops.data_kind SET known_version = recorded_version, known_since = recorded_since`;
