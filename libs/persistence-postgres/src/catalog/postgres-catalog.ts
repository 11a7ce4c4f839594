import {
  type Box,
  type EpochDay,
  MinifigNumberIndex,
  minifigNumberKey,
  type NumberedMinifig,
  parseIsoDay,
} from '@brickmarket/domain';
import {
  type RetailerOffer,
  SetCatalog,
  type SetName,
  type SetIdentity,
  type SetRecord,
  type ThemeCount,
  MinifigCatalog,
  type MinifigRecord,
} from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import { readInPortions } from '../database/large-results.ts';
import { selectFacts } from '../retail/price-state-row.ts';
import { findWithOldNumbers } from '../changes/old-numbers.ts';
import { currentValue, currentValueJson, type CurrentValueRow, figureValueJson } from '../values/postgres-values.ts';

/** All known or none. */
export interface BoxColumns {
  box_width_mm: number | null;
  box_height_mm: number | null;
  box_depth_mm: number | null;
  box_weight_g: number | null;
}

interface SetRow extends BoxColumns {
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
  minifig_count: number;
  minifig_numbers: string[];
  offers: OfferRow[] | null;
  sealed_value: CurrentValueRow | null;
  used_value: CurrentValueRow | null;
}

/** JSON under the names of the port. */
type OfferRow = Omit<RetailerOffer, 'lastCheckedAt'> & { readonly lastCheckedAt: string };

const OFFERED = ['priceCents', 'listPriceCents', 'sellerType', 'inStock', 'productUrl', 'lastCheckedAt'] as const;

const FIND_SETS = `
SELECT s.set_number, s.title, s.theme, s.subtheme, s.year, s.pieces, s.image_url, s.upc, s.ean, s.msrp_cents,
       s.release_date::text, s.exit_date::text, s.box_width_mm, s.box_height_mm, s.box_depth_mm, s.box_weight_g,
       figs.minifig_count, figs.minifig_numbers,
       (SELECT json_agg(offer ORDER BY offer.retailer) FROM (
          SELECT p.retailer, ${selectFacts('p', OFFERED)}
          FROM retail.price_state p WHERE p.set_id = s.id) offer) AS offers,
       ${currentValueJson('s.id', 'sealed')} AS sealed_value,
       ${currentValueJson('s.id', 'used')} AS used_value
FROM catalog.lego_set s
CROSS JOIN LATERAL (
  SELECT coalesce(sum(sm.quantity), 0)::integer AS minifig_count,
         coalesce(array_agg(m.shown_number ORDER BY m.shown_number), '{}') AS minifig_numbers
  FROM catalog.set_minifig sm
  JOIN (SELECT id, coalesce(marketplace_number, minifig_number) AS shown_number FROM catalog.minifig) m
    ON m.id = sm.minifig_id
  WHERE sm.set_id = s.id
) figs
WHERE s.set_number = ANY($1)`;

const SET_IDENTITY = `
SELECT set_number, title, theme, subtheme, year, pieces, image_url, release_date::text, exit_date::text
FROM catalog.lego_set`;
const SET_IDENTITIES = `${SET_IDENTITY}
ORDER BY year DESC NULLS LAST, set_number`;

const FIND_SET_NAMES = `
SELECT id, set_number AS "setNumber", title FROM catalog.lego_set WHERE id = ANY($1)`;

const FIND_MOST_SOLD = `
SELECT s.set_number
FROM catalog.lego_set s
JOIN market.item_value sealed
  ON sealed.item_id = s.id AND sealed.condition = 'sealed' AND sealed.value_cents IS NOT NULL
JOIN market.item_value used ON used.item_id = s.id AND used.condition = 'used' AND used.value_cents IS NOT NULL
LEFT JOIN (SELECT item_id, sum(sales_count) AS sales FROM market.month_value GROUP BY item_id) sold
  ON sold.item_id = s.id
ORDER BY coalesce(sold.sales, 0) DESC, s.set_number COLLATE "C"
LIMIT 1`;

const LIST_THEMES = `
SELECT theme, count(*)::integer AS set_count FROM catalog.lego_set GROUP BY theme ORDER BY theme COLLATE "C"`;

export class PostgresSetCatalog extends SetCatalog {
  constructor(private readonly database: Database) {
    super();
  }

  async findByNumbers(setNumbers: readonly string[]): Promise<ReadonlyMap<string, SetRecord>> {
    return findWithOldNumbers(this.database, setNumbers, async (numbers) => {
      const rows = await this.database.read<SetRow>({ name: 'find_sets', text: FIND_SETS, values: [numbers] });
      return new Map(rows.map((row) => [row.set_number, setRecord(row)]));
    });
  }

  async findNames(setIds: readonly number[]): Promise<ReadonlyMap<number, SetName>> {
    const rows = await this.database.read<SetName & { id: number }>({
      name: 'find_set_names',
      text: FIND_SET_NAMES,
      values: [setIds],
    });
    return new Map(rows.map(({ id, ...name }) => [id, name]));
  }

  async *streamIdentities(): AsyncIterable<readonly SetIdentity[]> {
    for await (const rows of readInPortions<SetRow>(this.database, SET_IDENTITIES)) yield rows.map(setIdentity);
  }

  async listIdentities(setIds: readonly number[]): Promise<readonly SetIdentity[]> {
    const text = `${SET_IDENTITY} WHERE id = ANY($1)`;
    return (await this.database.read<SetRow>({ name: 'set_identities', text, values: [setIds] })).map(setIdentity);
  }

  async findMostSold(): Promise<string | null> {
    const [found] = await this.database.read<{ set_number: string }>({
      name: 'find_most_sold_set',
      text: FIND_MOST_SOLD,
      values: [],
    });
    return found?.set_number ?? null;
  }

  async listThemes(): Promise<readonly ThemeCount[]> {
    const rows = await this.database.read<{ theme: string; set_count: number }>({
      name: 'list_themes',
      text: LIST_THEMES,
      values: [],
    });
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
      box: boxOf(row),
    },
    minifigCount: row.minifig_count,
    minifigNumbers: row.minifig_numbers,
    offers: (row.offers ?? []).map((offer) => ({ ...offer, lastCheckedAt: new Date(offer.lastCheckedAt) })),
    values: { sealed: currentValue(row.sealed_value), used: currentValue(row.used_value) },
  };
}

export function boxOf(row: BoxColumns): Box | null {
  if (row.box_width_mm === null) return null;
  return {
    widthMm: row.box_width_mm,
    heightMm: row.box_height_mm!,
    depthMm: row.box_depth_mm!,
    weightG: row.box_weight_g!,
  };
}

function dayOrNull(text: string | null): EpochDay | null {
  return text === null ? null : parseIsoDay(text);
}

interface MinifigRow {
  minifig_number: string;
  marketplace_number: string | null;
  name: string;
  category: string | null;
  color: string | null;
  year_released: number | null;
  image_url: string | null;
}

const MINIFIG_COLUMNS =
  'm.minifig_number, m.marketplace_number, m.name, m.category, m.color, m.year_released, m.image_url';

const FIND_MINIFIGS = `
SELECT ${MINIFIG_COLUMNS}, homes.set_numbers, ${figureValueJson('m.id')} AS value
FROM catalog.minifig m
CROSS JOIN LATERAL (
  SELECT coalesce(array_agg(s.set_number ORDER BY s.set_number), '{}') AS set_numbers
  FROM catalog.set_minifig sm
  JOIN catalog.lego_set s ON s.id = sm.set_id
  WHERE sm.minifig_id = m.id
) homes
WHERE lower(m.minifig_number) = ANY($1) OR lower(m.marketplace_number) = ANY($1)
ORDER BY m.id`;

const MINIFIG_IDENTITY = `SELECT ${MINIFIG_COLUMNS} FROM catalog.minifig m`;
const MINIFIG_IDENTITIES = `${MINIFIG_IDENTITY}
ORDER BY m.year_released DESC NULLS LAST, coalesce(m.marketplace_number, m.minifig_number), m.minifig_number`;

export class PostgresMinifigCatalog extends MinifigCatalog {
  constructor(private readonly database: Database) {
    super();
  }

  async findByNumbers(minifigNumbers: readonly string[]): Promise<ReadonlyMap<string, MinifigRecord>> {
    const rows = await this.database.read<MinifigRow & { set_numbers: string[]; value: CurrentValueRow | null }>({
      name: 'find_minifigs',
      text: FIND_MINIFIGS,
      values: [[...new Set(minifigNumbers.map(minifigNumberKey))]],
    });
    const index = new MinifigNumberIndex(rows.map((row) => ({ ...minifig(row), row })));
    const found = new Map<string, MinifigRecord>();
    for (const number of minifigNumbers) {
      const figure = index.find(number);
      if (figure === null) continue;
      const { row, ...facts } = figure;
      found.set(number, { minifig: facts, setNumbers: row.set_numbers, value: currentValue(row.value) });
    }
    return found;
  }

  async *streamIdentities(): AsyncIterable<readonly NumberedMinifig[]> {
    for await (const rows of readInPortions<MinifigRow>(this.database, MINIFIG_IDENTITIES)) yield rows.map(minifig);
  }

  async listIdentities(minifigIds: readonly number[]): Promise<readonly NumberedMinifig[]> {
    const text = `${MINIFIG_IDENTITY} WHERE m.id = ANY($1)`;
    const values = [minifigIds];
    return (await this.database.read<MinifigRow>({ name: 'minifig_identities', text, values })).map(minifig);
  }
}

function minifig(row: MinifigRow): NumberedMinifig {
  return {
    minifigNumber: row.minifig_number,
    marketplaceNumber: row.marketplace_number,
    name: row.name,
    category: row.category,
    color: row.color,
    yearReleased: row.year_released,
    imageUrl: row.image_url,
  };
}
