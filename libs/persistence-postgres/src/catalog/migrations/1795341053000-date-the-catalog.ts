import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of when the catalog's files are, so that a set that it lacks may be newer. */
export class DateTheCatalog1795341053000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
CREATE TABLE catalog.edition (only_row boolean DEFAULT true PRIMARY KEY CHECK (only_row), as_of date NOT NULL);
GRANT SELECT ON catalog.edition TO brickmarket_account`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE catalog.edition');
  }
}
