import { type EpochDay, parseIsoDay, type Retailer, type SellerType } from '@brickmarket/domain';
import {
  type RetailerOffer,
  SetCatalog,
  type SetIdentity,
  type SetRecord,
  type ThemeCount,
} from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import { readInPortions } from '../database/large-results.ts';
import { currentValue, currentValueJson, type CurrentValueRow } from '../values/current-value-row.ts';

interface SetRow {
  set_number: string;
  title: string;
  theme: string;
  subtheme: string | null;
  year: number | null;
  pieces: number;
  image_url: string | null;
  upc: string | null;
  ean: string | null;
  msrp_cents: number | null;
  release_date: string | null;
  exit_date: string | null;
  box_width_mm: number | null;
  box_height_mm: number | null;
  box_depth_mm: number | null;
  box_weight_g: number | null;
  minifig_count: number;
  minifig_numbers: string[];
  offers: OfferRow[] | null;
  sealed_value: CurrentValueRow | null;
  used_value: CurrentValueRow | null;
}

interface OfferRow {
  retailer: Retailer;
  price_cents: number | null;
  list_price_cents: number | null;
  seller_type: SellerType | null;
  in_stock: boolean | null;
  product_url: string | null;
  last_checked_at: string;
}

const FIND_SETS = `
SELECT s.set_number, s.title, s.theme, s.subtheme, s.year, s.pieces, s.image_url, s.upc, s.ean, s.msrp_cents,
       s.release_date::text, s.exit_date::text, s.box_width_mm, s.box_height_mm, s.box_depth_mm, s.box_weight_g,
       figs.minifig_count, figs.minifig_numbers,
       (SELECT json_agg(offer ORDER BY offer.retailer) FROM (
          SELECT p.retailer, p.price_cents, p.list_price_cents, p.seller_type, p.in_stock, p.product_url, p.last_checked_at
          FROM retail.price_state p WHERE p.set_id = s.id) offer) AS offers,
       ${currentValueJson('s.id', 'sealed')} AS sealed_value,
       ${currentValueJson('s.id', 'used')} AS used_value
FROM catalog.lego_set s
CROSS JOIN LATERAL (
  SELECT coalesce(sum(sm.quantity), 0)::integer AS minifig_count,
         coalesce(array_agg(m.minifig_number ORDER BY m.minifig_number), '{}') AS minifig_numbers
  FROM catalog.set_minifig sm
  JOIN catalog.minifig m ON m.id = sm.minifig_id
  WHERE sm.set_id = s.id
) figs
WHERE s.set_number = ANY($1)`;

const IDENTITIES = `
SELECT set_number, title, theme, subtheme, year, pieces, image_url, release_date::text, exit_date::text
FROM catalog.lego_set
ORDER BY year DESC NULLS LAST, set_number`;

const LIST_THEMES = `
SELECT theme, count(*)::integer AS set_count FROM catalog.lego_set GROUP BY theme ORDER BY theme COLLATE "C"`;

/** The set catalogue in PostgreSQL. */
export class PostgresSetCatalog extends SetCatalog {
  constructor(private readonly database: Database) {
    super();
  }

  async findByNumbers(setNumbers: readonly string[]): Promise<ReadonlyMap<string, SetRecord>> {
    const rows = await this.database.prepared<SetRow>('find_sets', FIND_SETS, [setNumbers]);
    return new Map(rows.map((row) => [row.set_number, setRecord(row)]));
  }

  async *streamIdentities(): AsyncIterable<readonly SetIdentity[]> {
    for await (const rows of readInPortions<SetRow>(this.database, IDENTITIES)) yield rows.map(setIdentity);
  }

  async listThemes(): Promise<readonly ThemeCount[]> {
    const rows = await this.database.prepared<{ theme: string; set_count: number }>('list_themes', LIST_THEMES, []);
    return rows.map((row) => ({ theme: row.theme, setCount: row.set_count }));
  }
}

function setIdentity(row: SetRow): SetIdentity {
  return {
    setNumber: row.set_number,
    title: row.title,
    theme: row.theme,
    subtheme: row.subtheme,
    pieces: row.pieces,
    imageUrl: row.image_url,
    year: row.year,
    releaseDay: dayOrNull(row.release_date),
    exitDay: dayOrNull(row.exit_date),
  };
}

function setRecord(row: SetRow): SetRecord {
  return {
    set: {
      setNumber: row.set_number,
      title: row.title,
      theme: row.theme,
      subtheme: row.subtheme,
      year: row.year,
      pieces: row.pieces,
      imageUrl: row.image_url,
      upc: row.upc,
      ean: row.ean,
      msrpCents: row.msrp_cents,
      releaseDay: dayOrNull(row.release_date),
      exitDay: dayOrNull(row.exit_date),
      box:
        row.box_width_mm === null
          ? null
          : {
              widthMm: row.box_width_mm,
              heightMm: row.box_height_mm!,
              depthMm: row.box_depth_mm!,
              weightG: row.box_weight_g!,
            },
    },
    minifigCount: row.minifig_count,
    minifigNumbers: row.minifig_numbers,
    offers: (row.offers ?? []).map(retailerOffer),
    values: { sealed: currentValue(row.sealed_value), used: currentValue(row.used_value) },
  };
}

function retailerOffer(row: OfferRow): RetailerOffer {
  return {
    retailer: row.retailer,
    priceCents: row.price_cents,
    listPriceCents: row.list_price_cents,
    sellerType: row.seller_type,
    inStock: row.in_stock,
    productUrl: row.product_url,
    lastCheckedAt: new Date(row.last_checked_at),
  };
}

function dayOrNull(text: string | null): EpochDay | null {
  return text === null ? null : parseIsoDay(text);
}
