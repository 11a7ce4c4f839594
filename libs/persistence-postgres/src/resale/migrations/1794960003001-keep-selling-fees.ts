import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What accounts pay at marketplaces, where that differs from the published fees: a null stands for those. */
export class KeepSellingFees1794960003001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
CREATE TABLE portfolio.selling_fees (
  account_id integer NOT NULL REFERENCES access.account ON DELETE CASCADE,
  platform text NOT NULL,
  is_used boolean NOT NULL,
  -- Hundredths of a percent of the price.
  commission_basis_points integer CHECK (commission_basis_points BETWEEN 0 AND 10000),
  commission_fixed_cents integer CHECK (commission_fixed_cents >= 0),
  payment_basis_points integer CHECK (payment_basis_points BETWEEN 0 AND 10000),
  payment_fixed_cents integer CHECK (payment_fixed_cents >= 0),
  shipping_cents integer CHECK (shipping_cents >= 0),
  PRIMARY KEY (account_id, platform)
);
ALTER TABLE portfolio.selling_fees ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows_of_owner ON portfolio.selling_fees TO brickmarket_account
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer)
  WITH CHECK (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
GRANT SELECT, INSERT, UPDATE, DELETE ON portfolio.selling_fees TO brickmarket_account`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE portfolio.selling_fees');
  }
}
