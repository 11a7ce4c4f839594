import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reference rates of the euro: units of a currency for one euro. Rows of sources that no import counts. */
export class KeepExchangeRates1795340054000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
CREATE TABLE ops.exchange_rate (
  day date NOT NULL,
  currency text COLLATE "C" NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  rate double precision NOT NULL CHECK (rate > 0),
  PRIMARY KEY (day, currency)
);
ALTER TABLE ops.source ADD COLUMN stored_rows integer NOT NULL DEFAULT 0`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE ops.exchange_rate; ALTER TABLE ops.source DROP COLUMN stored_rows');
  }
}
