import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What was served is kept for some months, so that a sale can be compared with the value of the day before it, however
 * late it arrives. All that has single prices in it, baselines too, is out of the API's reach, as sales are.
 */
export class KeepScores1794960000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(SERVED);
    await queryRunner.query(ARRIVED);
    await queryRunner.query(SCORES);
    await queryRunner.query(SHARDS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
TRUNCATE market.value_shard, market.sharded_run, market.shard_value, market.shard_step, market.shard_change,
  market.shard_move;
ALTER TABLE market.shard_value
  DROP average6m_cents, DROP quantity_average6m_cents, DROP last_sale_cents, DROP median30d_cents;
DROP TABLE market.scorecard, source.sale_score, source.arrived_sale, source.served_value;
DROP FUNCTION market.hold_scores`);
  }
}

/** What the baselines said with the sales that were known; null where one says nothing. */
const BASELINES = `
  average6m_cents integer,
  quantity_average6m_cents integer,
  last_sale_cents integer,
  median30d_cents integer`;

const SERVED = `
-- What was served from the end of a day on, until the end of the day of the next row.
CREATE TABLE source.served_value (
  item_id integer NOT NULL,
  condition source.sale_condition NOT NULL,
  served_on date NOT NULL,
  -- Null: nothing was served any more.
  value_cents integer,
  low_cents integer,
  high_cents integer,
  data_tier text NOT NULL,${BASELINES},
  PRIMARY KEY (item_id, condition, served_on)
);
-- Rows are written day by day: a few pages tell where the old ones are.
CREATE INDEX served_value_by_day ON source.served_value USING brin (served_on) WITH (pages_per_range = 16)`;

const ARRIVED = `
-- Sales that have arrived and are compared when values are next published.
CREATE TABLE source.arrived_sale (
  source_id integer NOT NULL,
  source_ref text COLLATE "C" NOT NULL,
  PRIMARY KEY (source_id, source_ref)
)`;

const SCORES = `
-- A sale beside what was served on the day before it was sold. Written once, whatever becomes of the sale.
CREATE TABLE source.sale_score (
  source_id integer NOT NULL,
  source_ref text COLLATE "C" NOT NULL,
  item_id integer NOT NULL,
  sold_day date NOT NULL,
  -- It counts in this month.
  scored_on date NOT NULL,
  kind text NOT NULL,
  theme text,
  paid_cents integer NOT NULL,
  value_cents integer NOT NULL,
  low_cents integer NOT NULL,
  high_cents integer NOT NULL,
  data_tier text NOT NULL,${BASELINES},
  PRIMARY KEY (source_id, source_ref)
);
CREATE INDEX sale_score_by_day ON source.sale_score USING brin (scored_on) WITH (pages_per_range = 16);
-- The figures of each month; they stay as they are from the end of the month on.
CREATE TABLE market.scorecard (
  month date PRIMARY KEY CHECK (extract(day FROM month) = 1),
  sales integer NOT NULL,
  report jsonb NOT NULL,
  reported_at timestamptz NOT NULL,
  -- Null while the month goes on.
  closed_at timestamptz
);
CREATE FUNCTION market.hold_scores() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was scored does not change' USING ERRCODE = 'restrict_violation';
END $$;
REVOKE ALL ON FUNCTION market.hold_scores FROM PUBLIC;
CREATE TRIGGER sale_score_holds BEFORE UPDATE OR DELETE ON source.sale_score
  FOR EACH ROW EXECUTE FUNCTION market.hold_scores();
CREATE TRIGGER scorecard_holds BEFORE UPDATE OR DELETE ON market.scorecard
  FOR EACH ROW WHEN (OLD.closed_at IS NOT NULL) EXECUTE FUNCTION market.hold_scores();
GRANT SELECT ON market.scorecard TO brickmarket_api`;

const SHARDS = `
ALTER TABLE market.shard_value
  ADD average6m_cents integer, ADD quantity_average6m_cents integer, ADD last_sale_cents integer,
  ADD median30d_cents integer`;
