import type { LegoSet } from './lego-set.ts';

/** What a set-details file adds to the catalogue. Null: the file does not say. */
export type SetDetails = Pick<LegoSet, 'setNumber' | 'upc' | 'ean' | 'msrpCents' | 'releaseDay' | 'exitDay' | 'box'>;
