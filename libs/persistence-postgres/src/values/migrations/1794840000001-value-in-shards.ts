import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A large valuation in progress, divided among workers. All of it is unlogged: a crash of the server empties all these
 * tables together, and ends the valuation they belong to.
 */
export class ValueInShards1794840000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
-- One row while a valuation is divided: what its shards have in common.
CREATE UNLOGGED TABLE market.sharded_run (
  as_of date NOT NULL,
  -- Sales of later days are read.
  sales_after date NOT NULL,
  retail_since timestamptz NOT NULL,
  has_outgrown boolean NOT NULL,
  model jsonb NOT NULL
);
CREATE UNLOGGED TABLE market.value_shard (
  first_item_id integer PRIMARY KEY,
  last_item_id integer NOT NULL CHECK (last_item_id >= first_item_id),
  -- The items between these that are valued; null: all.
  item_ids integer[],
  -- How many items were valued, and by how many sales; null until then.
  items integer,
  sales integer
);
-- What shards have come to, until all of them are published at once; days count from 1970.
CREATE UNLOGGED TABLE market.shard_value (
  item_id integer, condition varchar(6), value_cents integer, low_cents integer, high_cents integer,
  data_tier varchar(8), facts_key bigint, has_past boolean, past_cents integer
);
CREATE UNLOGGED TABLE market.shard_step (item_id integer, condition varchar(6), day integer, value_cents integer);
-- Items whose sales had changed when they were read, and the mark of that change.
CREATE UNLOGGED TABLE market.shard_change (item_id integer, mark bigint)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'DROP TABLE market.sharded_run, market.value_shard, market.shard_value, market.shard_step, market.shard_change',
    );
  }
}
