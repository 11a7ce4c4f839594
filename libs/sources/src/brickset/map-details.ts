import type { CsvCell } from '@brickmarket/feeds';
import type { SourceRows } from '../shared/source.ts';
import type { BricksetSet } from './brickset-api.ts';

const HEADER = 'Number,Set name,RRP (USD),EAN,UPC,Width,Height,Depth,Weight,Launch date,Exit date'.split(',');
const ISO_DAY = /^(\d{4})-(\d\d)-(\d\d)/;

type Part = Readonly<Record<string, unknown>>;

/** In the columns of a Brickset export. Dates are those of the set: the dates of LEGO.com are one shop's. */
export function mapDetails(sets: readonly BricksetSet[]): SourceRows {
  return { kind: 'set-details', header: HEADER, rows: sets.map(rowOf) };
}

function rowOf(set: BricksetSet): readonly CsvCell[] {
  const [us, box, barcode] = [part(part(set['LEGOCom'])['US']), part(set['dimensions']), part(set['barcode'])];
  return [
    `${cell(set['number'])}-${cell(set['numberVariant'])}`,
    cell(set['name']),
    cell(us['retailPrice']),
    cell(barcode['EAN']),
    cell(barcode['UPC']),
    cell(box['width']),
    cell(box['height']),
    cell(box['depth']),
    cell(box['weight']),
    slashed(cell(set['launchDate'])),
    slashed(cell(set['exitDate'])),
  ];
}

function part(value: unknown): Part {
  return typeof value === 'object' && value !== null ? (value as Part) : {};
}

function cell(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function slashed(day: string): string {
  const [, year, month, date] = ISO_DAY.exec(day) ?? [];
  return year === undefined ? day : `${date}/${month}/${year}`;
}
