import { type EpochDay, type LegoSet, formatIsoDay, formatUsd } from '@brickmarket/domain';
import type { CsvFormat } from '../writing/csv-format.ts';

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
    set.msrpCents === null ? null : formatUsd(set.msrpCents),
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
