import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sources of market data, their budgets and items. Secrets are in files. */
export class KeepSources1795310000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
CREATE TABLE ops.source (
  name text PRIMARY KEY,
  address text NOT NULL,
  options jsonb NOT NULL,
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'paused', 'stopped')),
  added_at timestamptz NOT NULL,
  terms_read_at timestamptz NOT NULL,
  calls_a_day integer NOT NULL CHECK (calls_a_day > 0),
  calls_a_second double precision NOT NULL CHECK (calls_a_second > 0),
  day date NOT NULL,
  used integer NOT NULL DEFAULT 0,
  -- By the clock of the server: calls are spread over real seconds.
  next_call_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  blocked_until timestamptz,
  planned_at timestamptz,
  memory jsonb NOT NULL DEFAULT '{}',
  last_success_at timestamptz,
  error_kind text,
  error_sentence text,
  error_at timestamptz
);
CREATE TABLE ops.source_item (
  source text NOT NULL REFERENCES ops.source ON DELETE CASCADE,
  item text COLLATE "C" NOT NULL,
  rank double precision NOT NULL,
  due_at timestamptz NOT NULL,
  asked_at timestamptz,
  found_at timestamptz,
  misses integer NOT NULL DEFAULT 0,
  lease uuid,
  leased_until timestamptz,
  PRIMARY KEY (source, item)
);
CREATE INDEX source_item_by_rank ON ops.source_item (source, rank DESC);
CREATE INDEX source_item_leased ON ops.source_item (source) WHERE lease IS NOT NULL;
-- Answers of a source join one import a day.
ALTER TABLE ops.import_run ADD COLUMN source text, ADD COLUMN source_day date`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
ALTER TABLE ops.import_run DROP COLUMN source, DROP COLUMN source_day;
DROP TABLE ops.source_item, ops.source`);
  }
}
