import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Ends what `SummarizeHoldingsInBlocks` left for replicas of the first release: summaries of whole collections, which
 * every edit of one holding rewrote.
 */
export class DropWholeSummaries1794780000003 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
DROP TRIGGER holding_inserted ON portfolio.holding;
DROP TRIGGER holding_updated ON portfolio.holding;
DROP TRIGGER holding_deleted ON portfolio.holding;
DROP FUNCTION portfolio.summarize_new, portfolio.summarize_old, portfolio.summarize_both, portfolio.summarize;
ALTER TABLE portfolio.brickfolio DROP COLUMN held, DROP COLUMN holding_count, DROP COLUMN mark_set_numbers,
  DROP COLUMN mark_ids`);
  }

  /** Nothing reads them any more. */
  async down(): Promise<void> {}
}
