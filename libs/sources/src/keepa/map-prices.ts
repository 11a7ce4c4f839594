import { type RetailObservation, type SellerType } from '@brickmarket/domain';
import { type CsvCell, retailPricesCsv } from '@brickmarket/feeds';
import type { SourceTable } from '../shared/source.ts';
import type { KeepaProduct } from './keepa-api.ts';

const EPOCH_MINUTES = 21_564_000;
const MINUTE_MS = 60_000;
const AMAZON_US = 'ATVPDKIKX0DER';
/** Neither restricted, invalid, nor a parent of variations. */
const STANDARD = 0;

/** Places in `csv`. */
const SERIES = { amazon: 0, marketplace: 1, listPrice: 4, lowestFba: 10, buyBox: 18, fbaSellers: 34 } as const;
/** Of `minute, price, shipping`; all others are pairs. */
const TRIPLES: ReadonlySet<number> = new Set([SERIES.buyBox]);

/** The product of a set by its barcode, brand and number. A barcode that several products share names none. */
export function productOf(products: readonly KeepaProduct[], setNumber: string, code: string): KeepaProduct | null {
  const [base] = setNumber.split('-');
  const fitting = products.filter((product) => {
    const codes = [...textsOf(product['eanList']), ...textsOf(product['upcList'])].map(unpadded);
    const numbers = textsOf([product['partNumber'], product['model']]);
    return (
      codes.includes(unpadded(code)) &&
      (product['productType'] ?? STANDARD) === STANDARD &&
      /\blego\b/i.test(textOf(product['brand'])) &&
      (numbers.length === 0 || numbers.some((number) => number === base || number === setNumber))
    );
  });
  const numbered = fitting.filter((product) => textsOf([product['partNumber'], product['model']]).length > 0);
  const candidates = numbered.length > 0 ? numbered : fitting;
  return candidates.length === 1 ? candidates[0]! : null;
}

/** One row for each minute in which something that we store changed, after `since`. */
export function mapPrices(
  product: KeepaProduct,
  setNumber: string,
  since: Date | null,
): readonly (readonly CsvCell[])[] {
  const rows: (readonly CsvCell[])[] = [];
  const asin = textOf(product['asin']);
  let last = '';
  for (const { at, ...facts } of momentsOf(product)) {
    const key = JSON.stringify(facts);
    if (key === last) continue;
    last = key;
    if (since !== null && at < since) continue;
    const {
      asin: known,
      upc,
      ean,
    } = { asin, upc: textsOf(product['upcList'])[0], ean: textsOf(product['eanList'])[0] };
    const productUrl = `https://www.amazon.com/dp/${asin}`;
    rows.push(
      retailPricesCsv.cells({
        ...facts,
        ...{ retailer: 'retailer_a', setNumber, asin: known, upc: upc ?? null, ean: ean ?? null },
        ...{ observedAt: at, productUrl },
      }),
    );
  }
  return rows;
}

export function pricesTable(rows: readonly (readonly CsvCell[])[]): SourceTable {
  return { kind: 'retail-prices', header: retailPricesCsv.header, rows };
}

type Facts = Pick<
  RetailObservation,
  'priceCents' | 'listPriceCents' | 'sellerType' | 'inStock' | 'lowestFbaCents' | 'fbaSellers' | 'buyBoxCents'
>;

/** Values stay until they change. */
function* momentsOf(product: KeepaProduct): Generator<Facts & { readonly at: Date }> {
  const changes = [
    ...Object.entries(SERIES).flatMap(([name, index]) => changesOf(product['csv'], name, index)),
    ...sellersOf(product['buyBoxSellerIdHistory']),
  ].toSorted((a, b) => a.minute - b.minute);
  const now: Record<string, number | string | null> = {};
  for (const [place, { minute, name, value }] of changes.entries()) {
    now[name] = value;
    if (changes[place + 1]?.minute !== minute)
      yield { at: new Date((minute + EPOCH_MINUTES) * MINUTE_MS), ...factsOf(now) };
  }
}

type Values = { readonly [Name in keyof typeof SERIES]?: number | null } & { readonly seller?: string };

function factsOf({ amazon, marketplace, listPrice, lowestFba, buyBox, fbaSellers, seller }: Values): Facts {
  const sellerType = sellerTypeOf(seller, amazon ?? null, marketplace ?? buyBox ?? null);
  const priceCents = (sellerType === 'retailer' ? (amazon ?? buyBox) : (buyBox ?? marketplace)) ?? null;
  return {
    priceCents,
    listPriceCents: listPrice ?? null,
    sellerType: priceCents === null ? null : sellerType,
    inStock: priceCents !== null,
    lowestFbaCents: lowestFba ?? null,
    // Amazon is one of them.
    fbaSellers: fbaSellers == null ? null : Math.max(0, fbaSellers - (amazon == null ? 0 : 1)),
    buyBoxCents: buyBox ?? null,
  };
}

/** The seller of the buy box decides. `-1`: nobody has it. `-2`: unknown. */
function sellerTypeOf(seller: string | undefined, amazon: number | null, others: number | null): SellerType | null {
  if (seller === AMAZON_US) return 'retailer';
  if (seller !== undefined && seller !== '' && !seller.startsWith('-')) return 'third_party';
  if (amazon !== null) return 'retailer';
  return others === null ? null : 'third_party';
}

interface Change {
  readonly minute: number;
  readonly name: string;
  readonly value: number | string | null;
}

/** Prices with shipping; -1 is no offer. */
function changesOf(csv: unknown, name: string, index: number): readonly Change[] {
  const series: readonly unknown[] = Array.isArray(csv) && Array.isArray(csv[index]) ? (csv[index] as unknown[]) : [];
  const width = TRIPLES.has(index) ? 3 : 2;
  return Array.from({ length: Math.floor(series.length / width) }, (_, place) => {
    const [minute, value, shipping = 0] = series.slice(place * width, (place + 1) * width).map(Number) as [
      number,
      number,
      number?,
    ];
    const isPrice = index !== SERIES.fbaSellers;
    const isNone = value < 0 || (isPrice && value === 0) || !Number.isSafeInteger(value);
    return { minute, name, value: isNone ? null : value + Math.max(0, shipping) };
  }).filter(({ minute }) => Number.isSafeInteger(minute));
}

function sellersOf(history: unknown): readonly Change[] {
  const series = textsOf(history);
  return Array.from({ length: Math.floor(series.length / 2) }, (_, place) => ({
    minute: Number(series[place * 2]),
    name: 'seller',
    value: series[place * 2 + 1]!,
  })).filter(({ minute }) => Number.isSafeInteger(minute));
}

function textsOf(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.map(textOf).filter((text) => text !== '') : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A UPC and its EAN with a leading zero are the same. */
function unpadded(code: string): string {
  return code.replace(/^0+/, '');
}
