import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * From which day on a run is served; null for runs of earlier releases. The first run of a day has no served value to
 * replace, and need not look for one. What is served is kept by days: a run writes its rows one after the other, not one
 * into each page. And workers say with a shard which records it changes, so that whoever publishes need not compare
 * them again; null for those of earlier releases.
 */
export class PublishFaster1795100000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
ALTER TABLE market.valuation_run ADD served_on date;
CREATE INDEX valuation_run_by_served_day ON market.valuation_run (served_on);
ALTER TABLE source.served_value
  DROP CONSTRAINT served_value_pkey, ADD PRIMARY KEY (served_on, item_id, condition);
DROP INDEX source.served_value_by_day;
ALTER TABLE market.shard_value ADD before_calculated_at timestamptz, ADD is_changed boolean`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
ALTER TABLE market.valuation_run DROP served_on;
ALTER TABLE source.served_value
  DROP CONSTRAINT served_value_pkey, ADD PRIMARY KEY (item_id, condition, served_on);
CREATE INDEX served_value_by_day ON source.served_value USING brin (served_on) WITH (pages_per_range = 16);
ALTER TABLE market.shard_value DROP before_calculated_at, DROP is_changed`);
  }
}
