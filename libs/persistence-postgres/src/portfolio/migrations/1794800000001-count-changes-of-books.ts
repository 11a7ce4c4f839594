import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How often the books of each account have changed, whoever wrote: admission returns it, and a read replica that has
 * seen fewer changes is not believed. `access.admit_keys` stays as it is for the last release.
 */
export class CountChangesOfBooks1794800000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(TABLE);
    await queryRunner.query(RAISE);
    await queryRunner.query(ADMIT);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
DROP FUNCTION access.admit_with_books;
${COUNTED.map((table) => `DROP TRIGGER ${table}_raises_version ON portfolio.${table};`).join('\n')}
DROP FUNCTION portfolio.raise_book_version;
DROP TABLE portfolio.book_version`);
  }
}

const TABLE = `
CREATE TABLE portfolio.book_version (
  account_id integer PRIMARY KEY REFERENCES access.account ON DELETE CASCADE,
  version bigint NOT NULL
) WITH (fillfactor = 70);
GRANT SELECT ON portfolio.book_version TO brickmarket_api;
ALTER TABLE portfolio.book_version ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON portfolio.book_version FOR SELECT TO brickmarket_api
  USING (account_id = nullif(current_setting('brickmarket.account_id', true), '')::integer)`;

/** Every change of a holding rewrites its block: at most 256 rows for each brickfolio, however many holdings change. */
const COUNTED = ['brickfolio', 'holding_block', 'sale'];

// Deferred to the end of the transaction: the row of the version is locked after all others, so that two writers of one
// account cannot deadlock, and the lock is held for the commit alone. Writers of one account commit one after the other,
// so a replica that has the higher version has both changes.
const RAISE = `
CREATE FUNCTION portfolio.raise_book_version() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  changed CONSTANT integer := CASE TG_OP WHEN 'DELETE' THEN OLD.account_id ELSE NEW.account_id END;
BEGIN
  -- Once for each transaction, however many rows it has changed.
  IF EXISTS (SELECT FROM portfolio.book_version b
             WHERE b.account_id = changed AND b.xmin = pg_current_xact_id()::xid) THEN
    RETURN NULL;
  END IF;
  -- An account that is deleted in the same transaction has no version any more.
  INSERT INTO portfolio.book_version AS b (account_id, version)
  SELECT a.id, 1 FROM access.account a WHERE a.id = changed
  ON CONFLICT (account_id) DO UPDATE SET version = b.version + 1;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION portfolio.raise_book_version FROM PUBLIC;
${COUNTED.map(
  (table) => `
CREATE CONSTRAINT TRIGGER ${table}_raises_version AFTER INSERT OR UPDATE OR DELETE ON portfolio.${table}
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION portfolio.raise_book_version();`,
).join('')}`;

const ADMIT = `
CREATE FUNCTION access.admit_with_books(
  hashes bytea[], totals integer[], cost_lists text[], plans_with_api text[]
) RETURNS TABLE (
  ordinal integer, key_id integer, account_id integer, includes_api boolean, daily_limit integer, used_before integer,
  fitted text, day text, resets_at double precision, charged_at double precision, versions text,
  book_version double precision
)
LANGUAGE sql SECURITY DEFINER ROWS 64 SET search_path = pg_catalog, pg_temp AS $$
  SELECT a.*, coalesce(b.version, 0)::double precision
  FROM access.admit_keys(hashes, totals, cost_lists, plans_with_api) a
  LEFT JOIN portfolio.book_version b ON b.account_id = a.account_id
$$;
REVOKE ALL ON FUNCTION access.admit_with_books FROM PUBLIC;
GRANT EXECUTE ON FUNCTION access.admit_with_books TO brickmarket_api`;
