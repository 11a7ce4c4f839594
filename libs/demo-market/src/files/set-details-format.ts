import { type EpochDay, formatUsd, type LegoSet, startOfDay } from '@brickmarket/domain';
import type { CsvFormat } from '@brickmarket/feeds';

const MM_PER_CM = 10;
const G_PER_KG = 1000;

/** Set details in the manner of a Brickset export: centimetres, kilograms, days as DD/MM/YYYY. */
export const setDetailsCsv: CsvFormat<LegoSet> = {
  header: ['Number', 'Theme', 'Subtheme', 'Year', 'Set name', 'Pieces', 'RRP (USD)', 'EAN', 'UPC', 'Width', 'Height', 'Depth', 'Weight', 'Launch date', 'Exit date'],
  cells: (set) => [
    set.setNumber, set.theme, set.subtheme, set.year, set.title, set.pieces,
    set.msrpCents === null ? null : formatUsd(set.msrpCents), set.ean, set.upc,
    set.box && set.box.widthMm / MM_PER_CM, set.box && set.box.heightMm / MM_PER_CM, set.box && set.box.depthMm / MM_PER_CM, set.box && set.box.weightG / G_PER_KG,
    britishDay(set.releaseDay), britishDay(set.exitDay),
  ],
};

/** Whether anything is known of a set beyond what the catalogue dump says. */
export function hasDetails(set: LegoSet): boolean {
  return set.msrpCents !== null || set.upc !== null || set.releaseDay !== null;
}

function britishDay(day: EpochDay | null): string | null {
  return day === null ? null : startOfDay(day).toISOString().slice(0, 10).split('-').toReversed().join('/');
}
