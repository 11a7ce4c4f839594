import type { LegoSet } from './lego-set.ts';

/** What a catalogue dump knows of a set; prices, barcodes, dates and measures come from elsewhere. */
export type CatalogSet = Pick<LegoSet, 'setNumber' | 'title' | 'theme' | 'subtheme' | 'year' | 'pieces' | 'imageUrl'>;
