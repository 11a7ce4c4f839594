import type { MigrationInterface, QueryRunner } from 'typeorm';

// The bounds are the domain's: `holdingFault`.
const COLUMNS: Readonly<Record<string, string>> = {
  shipping_paid_cents: 'integer CHECK (shipping_paid_cents BETWEEN 0 AND 100000000)',
  tax_paid_cents: 'integer CHECK (tax_paid_cents BETWEEN 0 AND 100000000)',
  bought_from: 'text',
  stored_at: 'text',
};

/** What of the price of a copy was shipping and tax, where copies were bought, and where they are kept. */
export class DescribePurchases1794990002002 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const added = Object.entries(COLUMNS).map(([name, type]) => `ADD COLUMN ${name} ${type}`);
    await queryRunner.query(`ALTER TABLE portfolio.holding ${added.join(', ')}`);
    await queryRunner.query(
      `GRANT UPDATE (${Object.keys(COLUMNS).join(', ')}) ON portfolio.holding TO brickmarket_account`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const dropped = Object.keys(COLUMNS).map((name) => `DROP COLUMN ${name}`);
    await queryRunner.query(`ALTER TABLE portfolio.holding ${dropped.join(', ')}`);
  }
}
