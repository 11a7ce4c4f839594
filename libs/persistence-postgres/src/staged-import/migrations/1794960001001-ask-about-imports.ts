import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is asked about a file that is not understood, where its copies go, and which columns a person has named. */
export class AskAboutImports1794960001001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
ALTER TABLE portfolio.import_file
  -- What has to be said before the file can be read: which column is what, or the order of its dates.
  ADD COLUMN question text CHECK (question IN ('columns', 'dates')),
  -- The names of its columns, where it is asked what they are.
  ADD COLUMN columns_found text[] NOT NULL DEFAULT '{}',
  -- The brickfolio for copies of which the file names none; null for the default one.
  ADD COLUMN brickfolio text;
-- What columns are, as a person said it, by the header of the files.
CREATE TABLE portfolio.import_columns (
  account_id integer NOT NULL REFERENCES access.account ON DELETE CASCADE,
  header text NOT NULL,
  -- The file's name for each column of the project's own format.
  columns jsonb NOT NULL,
  named_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, header)
);
ALTER TABLE portfolio.import_columns ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows_of_owner ON portfolio.import_columns TO brickmarket_account
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer)
  WITH CHECK (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer);
GRANT SELECT, INSERT, UPDATE, DELETE ON portfolio.import_columns TO brickmarket_account`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
DROP TABLE portfolio.import_columns;
ALTER TABLE portfolio.import_file DROP COLUMN question, DROP COLUMN columns_found, DROP COLUMN brickfolio`);
  }
}
