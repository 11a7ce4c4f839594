import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sets, minifigures and which come in which. */
export class CreateCatalog1794700800002 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
CREATE SCHEMA catalog;
-- Sets and minifigs draw from one sequence: an item id alone says which item is meant, of whatever kind.
CREATE SEQUENCE catalog.item_id AS integer;
CREATE TABLE catalog.lego_set (
  id integer PRIMARY KEY DEFAULT nextval('catalog.item_id'),
  set_number text COLLATE "C" NOT NULL UNIQUE,
  title text NOT NULL,
  theme text NOT NULL,
  subtheme text,
  year smallint,
  pieces integer NOT NULL CHECK (pieces >= 0),
  image_url text,
  upc text,
  ean text,
  msrp_cents integer CHECK (msrp_cents >= 0),
  release_date date,
  exit_date date,
  box_width_mm double precision,
  box_height_mm double precision,
  box_depth_mm double precision,
  box_weight_g double precision,
  CHECK (num_nulls(box_width_mm, box_height_mm, box_depth_mm, box_weight_g) IN (0, 4))
);
CREATE TABLE catalog.minifig (
  id integer PRIMARY KEY DEFAULT nextval('catalog.item_id'),
  minifig_number text COLLATE "C" NOT NULL UNIQUE,
  name text NOT NULL,
  category text,
  color text,
  year_released smallint,
  image_url text
);
CREATE TABLE catalog.set_minifig (
  set_id integer NOT NULL REFERENCES catalog.lego_set,
  minifig_id integer NOT NULL REFERENCES catalog.minifig,
  quantity integer NOT NULL CHECK (quantity >= 1),
  PRIMARY KEY (set_id, minifig_id)
);
CREATE INDEX set_minifig_by_minifig ON catalog.set_minifig (minifig_id, set_id);
GRANT USAGE ON SCHEMA catalog TO brickmarket_api;
GRANT SELECT ON catalog.lego_set, catalog.minifig, catalog.set_minifig TO brickmarket_api`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP SCHEMA catalog CASCADE');
  }
}
