import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The account area's pages of sets: its role reads the catalogue and what is derived, never a source row. */
export class ShowSetsToAccountArea1794782000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
GRANT USAGE ON SCHEMA catalog, market, retail, ops TO brickmarket_account;
GRANT SELECT ON ${SHARED} TO brickmarket_account`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`REVOKE SELECT ON ${SHARED} FROM brickmarket_account`);
  }
}

const SHARED = `catalog.lego_set, catalog.minifig, catalog.set_minifig, market.item_value, market.value_step,
  market.month_series, market.month_value, retail.price_state, retail.product_code, retail.listing, ops.data_kind`;
