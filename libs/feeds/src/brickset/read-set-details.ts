import { barcodeKey, type SetDetails } from '@brickmarket/domain';
import { readBarcode } from '../reading/barcode-cell.ts';
import { parseSlashedDay } from '../reading/calendar-day.ts';
import type { FeedBatch } from '../reading/feed-batch.ts';
import type { Layout } from '../reading/layout.ts';
import { type ReadOptions, readCsvFeed } from '../reading/read-feed.ts';
import type { Row } from '../reading/row.ts';
import { readBox } from './box-cells.ts';

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

/**
 * Reads a Brickset export for what it says of sets. A set comes once; a barcode that cannot be right is left out and one
 * that several sets share is kept, both with a warning. Throws FeedError.
 */
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
          // A recommended price of 0 is one that was never set.
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
