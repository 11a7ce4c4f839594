import {
  barcodeKey,
  type Box,
  type EpochDay,
  formatIsoDay,
  type LegoSet,
  roundHalfAwayFromZero,
  type SetDetails,
} from '@brickmarket/domain';
import { parseSlashedDay, readBarcode } from '../reading/cells.ts';
import type { FeedBatch } from '../reading/feed-text.ts';
import type { Layout } from '../reading/layout.ts';
import { readCsvFeed, type ReadOptions } from '../reading/read-feed.ts';
import type { Row } from '../reading/row.ts';
import { type CsvFormat, usdCell } from '../writing/csv.ts';

const DETAILS = [
  'RRP (USD)',
  'USPrice',
  'EAN',
  'UPC',
  'Width',
  'Height',
  'Depth',
  'Weight',
  'Launch date',
  'Exit date',
];

/** Reads distinct sets. Omits invalid barcodes and keeps shared ones, with warnings. Throws FeedError. */
export function readSetDetails(file: string, options?: ReadOptions): AsyncGenerator<FeedBatch<SetDetails>> {
  return readCsvFeed(file, setDetailsLayout(), options);
}

function setDetailsLayout(): Layout<SetDetails> {
  const known = new Set<string>();
  const barcodeOwners = new Map<string, string>();
  return {
    name: 'Brickset export',
    required: ['Number', 'Set name'],
    optional: DETAILS,
    // Exports of 2017 end every row, but not the header, with a comma.
    extraCells: 1,
    reader: (column) => {
      const number = column('Number');
      const price = column('RRP (USD)') < 0 ? column('USPrice') : column('RRP (USD)');
      const [ean, upc, launch, exit] = [column('EAN'), column('UPC'), column('Launch date'), column('Exit date')];
      const box = {
        width: column('Width'),
        height: column('Height'),
        depth: column('Depth'),
        weight: column('Weight'),
      };
      return (row, sets) => {
        const set: SetDetails = {
          setNumber: row.setNumber(number),
          upc: readBarcode(row, upc, 'UPC'),
          ean: readBarcode(row, ean, 'EAN'),
          // Brickset writes 0 for an unknown recommended price.
          msrpCents: row.roundedUsdOrNull(price) || null,
          releaseDay: readDay(row, launch),
          exitDay: readDay(row, exit),
          box: readBox(row, box),
        };
        if (row.problem !== null) return;
        if (known.has(set.setNumber)) return row.reject(`set ${set.setNumber} is there twice: the first one counts`);
        known.add(set.setNumber);
        for (const barcode of new Set([set.ean, set.upc])) noteOwner(row, barcodeOwners, barcode, set.setNumber);
        sets.push(set);
      };
    },
  };
}

function readDay(row: Row, column: number) {
  return row.dayOrNull(column, (text) => parseSlashedDay(text, 'DD/MM/YYYY'), '31/12/2026');
}

function noteOwner(row: Row, owners: Map<string, string>, barcode: string | null, setNumber: string): void {
  const key = barcode === null ? null : barcodeKey(barcode);
  if (key === null) return;
  const owner = owners.get(key);
  if (owner === undefined) owners.set(key, setNumber);
  else if (owner !== setNumber) row.warn(`barcode ${barcode} is also that of set ${owner}: kept for both`);
}

// Floating-point exports have up to seventeen digits, and an exponent for small values.
const MEASURE = /^\d{1,4}(?:[.,]\d{1,20})?(?:[eE]-\d{1,2})?$/;

/** In centimeters and kilograms. */
interface BoxColumns {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly weight: number;
}

/** In millimeters and grams; null unless all four measures are positive. */
function readBox(row: Row, columns: BoxColumns): Box | null {
  const box = {
    widthMm: measure(row, columns.width, 10),
    heightMm: measure(row, columns.height, 10),
    depthMm: measure(row, columns.depth, 10),
    weightG: measure(row, columns.weight, 1000),
  };
  return Object.values(box).every((value) => value > 0) ? box : null;
}

function measure(row: Row, column: number, unitsEach: number): number {
  const text = row.text(column);
  if (MEASURE.test(text)) return roundHalfAwayFromZero(Number(text.replace(',', '.')) * unitsEach);
  if (text !== '') row.warn(`${JSON.stringify(text)} is no measure in centimetres or kilograms: the box is left out`);
  return 0;
}

/** Sets as a Brickset export describes them. */
export const setDetailsCsv: CsvFormat<LegoSet> = {
  header: [
    'Number',
    'Theme',
    'Subtheme',
    'Year',
    'Set name',
    'Pieces',
    'RRP (USD)',
    'EAN',
    'UPC',
    'Width',
    'Height',
    'Depth',
    'Weight',
    'Launch date',
    'Exit date',
  ],
  cells: (set) => [
    set.setNumber,
    set.theme,
    set.subtheme,
    set.year,
    set.title,
    set.pieces,
    usdCell(set.msrpCents),
    set.ean,
    set.upc,
    set.box && set.box.widthMm / 10,
    set.box && set.box.heightMm / 10,
    set.box && set.box.depthMm / 10,
    set.box && set.box.weightG / 1000,
    slashed(set.releaseDay),
    slashed(set.exitDay),
  ],
};

function slashed(day: EpochDay | null): string | null {
  return day === null ? null : formatIsoDay(day).split('-').toReversed().join('/');
}
