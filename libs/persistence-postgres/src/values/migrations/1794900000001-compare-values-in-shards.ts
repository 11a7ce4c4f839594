import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Shards compare their values with those in force, which no one else changes until they are published: publishing only
 * writes. Not null, so that a worker of an earlier release cannot leave values that are not compared.
 */
export class CompareValuesInShards1794900000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
TRUNCATE market.value_shard, market.sharded_run, market.shard_value, market.shard_step, market.shard_change;
ALTER TABLE market.shard_value
  -- The value in force; null also where it is unknown.
  ADD before_cents integer,
  -- Whether there is none yet.
  ADD is_new boolean NOT NULL,
  -- Whether it differs from the one in force, or from the last one of the past that the run fills in.
  ADD is_step boolean NOT NULL,
  DROP past_cents;
-- Values that have moved away from what they were 30 days before.
CREATE UNLOGGED TABLE market.shard_move (item_id integer, condition varchar(6), ago_cents integer, value_cents integer)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
DROP TABLE market.shard_move;
TRUNCATE market.value_shard, market.sharded_run, market.shard_value, market.shard_step, market.shard_change;
ALTER TABLE market.shard_value DROP before_cents, DROP is_new, DROP is_step, ADD past_cents integer`);
  }
}
