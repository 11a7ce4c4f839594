import type { LegoSet } from '@brickmarket/domain';

/** What a set-details file adds to the catalogue. */
export type SetDetails = Pick<LegoSet, 'setNumber' | 'upc' | 'ean' | 'msrpCents' | 'releaseDay' | 'exitDay' | 'box'>;
