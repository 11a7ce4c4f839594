import type { MigrationInterface, QueryRunner } from 'typeorm';

const READABLE: Readonly<Record<string, string>> = {
  'catalog.lego_set': 'id, set_number, box_width_mm, box_height_mm, box_depth_mm, box_weight_g',
  'market.item_value': 'item_id, condition, value_cents',
  'retail.listing': 'set_id',
  'retail.price_state': 'set_id, retailer, lowest_fba_cents, last_checked_at',
  'portfolio.holding': 'account_id, set_id, condition, quantity, purchase_price_cents, status',
  'portfolio.selling_fees':
    'account_id, platform, is_used, commission_basis_points, commission_fixed_cents, payment_basis_points, ' +
    'payment_fixed_cents, shipping_cents',
};
const SCHEMAS = 'catalog, market, retail, portfolio';
const OF_ACCOUNTS = ['portfolio.holding', 'portfolio.selling_fees'];

/** Lets the role that delivers read what a mail says of an account's own copies: what they cost, and what is kept. */
export class TellWhatIsKept1794970000003 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`GRANT USAGE ON SCHEMA ${SCHEMAS} TO brickmarket_deliver`);
    for (const [table, columns] of Object.entries(READABLE))
      await queryRunner.query(`GRANT SELECT (${columns}) ON ${table} TO brickmarket_deliver`);
    for (const table of OF_ACCOUNTS)
      await queryRunner.query(`CREATE POLICY to_deliver ON ${table} FOR SELECT TO brickmarket_deliver USING (true)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of OF_ACCOUNTS) await queryRunner.query(`DROP POLICY to_deliver ON ${table}`);
    for (const [table, columns] of Object.entries(READABLE))
      await queryRunner.query(`REVOKE SELECT (${columns}) ON ${table} FROM brickmarket_deliver`);
    await queryRunner.query(`REVOKE USAGE ON SCHEMA ${SCHEMAS} FROM brickmarket_deliver`);
  }
}
