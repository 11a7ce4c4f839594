import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What totals need of a collection, in blocks: an edit of one holding rewrites one block of some 40 holdings instead of
 * the whole collection. `brickfolio.held`, `holding_count`, `mark_set_numbers`, `mark_ids` and their triggers
 * (`holding_inserted`, `holding_updated`, `holding_deleted`) stay for the last release, which reads them; a later
 * migration drops them once no replica of it runs.
 */
export class SummarizeHoldingsInBlocks1794730000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(TABLE);
    await queryRunner.query(SUMMARIZE);
    await queryRunner.query(TRIGGERS);
    await queryRunner.query(GRANTS);
    await queryRunner.query(FILL);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
DROP TRIGGER holding_blocks_inserted ON portfolio.holding;
DROP TRIGGER holding_blocks_updated ON portfolio.holding;
DROP TRIGGER holding_blocks_deleted ON portfolio.holding;
DROP FUNCTION portfolio.summarize_inserted, portfolio.summarize_updated, portfolio.summarize_deleted;
DROP FUNCTION portfolio.summarize_blocks;
DROP TABLE portfolio.holding_block;
DROP INDEX portfolio.holding_by_block`);
  }
}

// The set decides the block, so that a brickfolio has at most 256 however its holdings were added.
const TABLE = `
CREATE TABLE portfolio.holding_block (
  account_id integer NOT NULL,
  brickfolio_id integer NOT NULL,
  -- The set's id modulo 256.
  block integer NOT NULL,
  -- Sold ones included.
  holding_count integer NOT NULL CHECK (holding_count > 0),
  -- Four integers for each holding that is not sold, by set number and id: the set's id times 4 (plus 2 when used, plus
  -- 1 when listed), quantity, price in cents, days from 1970-01-01 to the purchase; NULL where unknown. An array's text:
  -- converting 32,000 integers to text at every read took the server seven times as long as sending stored text.
  unsold text NOT NULL,
  PRIMARY KEY (account_id, brickfolio_id, block),
  FOREIGN KEY (account_id, brickfolio_id) REFERENCES portfolio.brickfolio (account_id, id) ON DELETE CASCADE
) WITH (fillfactor = 70);
-- To find the holdings of a block again.
CREATE INDEX holding_by_block ON portfolio.holding (brickfolio_id, (set_id % 256))`;

const SUMMARIZE = `
CREATE FUNCTION portfolio.summarize_blocks(brickfolio_ids integer[], blocks integer[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  -- Concurrent writers of a brickfolio queue here. The statements below take a new snapshot, which has what those
  -- before them committed; without the lock one of two would overwrite the other's change of the same block.
  PERFORM FROM portfolio.brickfolio WHERE id = ANY(brickfolio_ids) ORDER BY id FOR NO KEY UPDATE;
  INSERT INTO portfolio.holding_block AS stored (account_id, brickfolio_id, block, holding_count, unsold)
  SELECT f.account_id, f.id, changed.block, summary.holding_count, summary.unsold
  FROM unnest(brickfolio_ids, blocks) AS changed (brickfolio_id, block)
  JOIN portfolio.brickfolio f ON f.id = changed.brickfolio_id
  CROSS JOIN LATERAL (
    SELECT count(DISTINCT h.id) AS holding_count,
           coalesce(array_agg(field.value ORDER BY h.set_number, h.id, field.position)
                    FILTER (WHERE h.status <> 'sold'), '{}')::text AS unsold
    FROM portfolio.holding h
    CROSS JOIN LATERAL (VALUES
      (1, h.set_id * 4 + (h.condition = 'used')::integer * 2 + (h.status = 'listed')::integer),
      (2, h.quantity), (3, h.purchase_price_cents), (4, h.purchase_date - date '1970-01-01')
    ) AS field (position, value)
    WHERE h.brickfolio_id = changed.brickfolio_id AND h.set_id % 256 = changed.block
  ) summary
  WHERE summary.holding_count > 0
  ON CONFLICT (account_id, brickfolio_id, block)
  DO UPDATE SET holding_count = excluded.holding_count, unsold = excluded.unsold;
  DELETE FROM portfolio.holding_block stored
  USING unnest(brickfolio_ids, blocks) AS changed (brickfolio_id, block)
  WHERE stored.brickfolio_id = changed.brickfolio_id AND stored.block = changed.block
    AND stored.account_id = (SELECT f.account_id FROM portfolio.brickfolio f WHERE f.id = changed.brickfolio_id)
    AND NOT EXISTS (SELECT FROM portfolio.holding h
                    WHERE h.brickfolio_id = changed.brickfolio_id AND h.set_id % 256 = changed.block);
END $$`;

/** A trigger of one kind of statement: it summarizes every block that the changed rows are or were in. */
const trigger = (event: 'INSERT' | 'UPDATE' | 'DELETE', transitions: readonly ('OLD' | 'NEW')[]): string => {
  const name = event.toLowerCase() + (event === 'INSERT' ? 'ed' : 'd');
  const rows = transitions.map(
    (which) => `SELECT DISTINCT brickfolio_id, set_id % 256 AS block FROM ${which.toLowerCase()}_rows`,
  );
  return `
CREATE FUNCTION portfolio.summarize_${name}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM portfolio.summarize_blocks(array_agg(brickfolio_id), array_agg(block))
  FROM (${rows.join(' UNION ')}) changed HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER holding_blocks_${name} AFTER ${event} ON portfolio.holding
  REFERENCING ${transitions.map((which) => `${which} TABLE AS ${which.toLowerCase()}_rows`).join(' ')}
  FOR EACH STATEMENT EXECUTE FUNCTION portfolio.summarize_${name}();`;
};

const TRIGGERS = [trigger('INSERT', ['NEW']), trigger('UPDATE', ['OLD', 'NEW']), trigger('DELETE', ['OLD'])].join('');

const GRANTS = `
GRANT SELECT ON portfolio.holding_block TO brickmarket_api;
ALTER TABLE portfolio.holding_block ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON portfolio.holding_block FOR SELECT TO brickmarket_api
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer)`;

const FILL = `
SELECT portfolio.summarize_blocks(array_agg(brickfolio_id), array_agg(block))
FROM (SELECT DISTINCT brickfolio_id, set_id % 256 AS block FROM portfolio.holding) present HAVING count(*) > 0`;
