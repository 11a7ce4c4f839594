import type { EpochDay } from './calendar.ts';
import type { Cents } from './money.ts';

const ITEM_NUMBER = /^[0-9A-Za-z][0-9A-Za-z._-]{0,39}$/;

/** Whether a text has the form of a set number (`75192-1`, `10213sup-1`, `1224.1-1`). */
export function isSetNumber(text: string): boolean {
  return ITEM_NUMBER.test(text);
}

/** The set numbers to look up, best first: as given, then as variant 1, so that `75192` finds `75192-1`. */
export function setNumberCandidates(given: string): readonly string[] {
  return [given, `${given}-1`];
}

/** Size and weight of a package. A box is null as a whole unless all four measures are known. */
export interface Box {
  readonly widthMm: number;
  readonly heightMm: number;
  readonly depthMm: number;
  readonly weightG: number;
}

/** A set in the catalogue. Null means unknown, never zero. */
export interface LegoSet {
  /** With its variant: `75192-1`. */
  readonly setNumber: string;
  readonly title: string;
  readonly theme: string;
  readonly subtheme: string | null;
  readonly year: number | null;
  readonly pieces: number;
  readonly imageUrl: string | null;
  readonly upc: string | null;
  readonly ean: string | null;
  readonly msrpCents: Cents | null;
  readonly releaseDay: EpochDay | null;
  /** The last day on sale; may be in the future. */
  readonly exitDay: EpochDay | null;
  readonly box: Box | null;
}

/** What a catalogue file says about a set; prices, barcodes, dates and measures come from set-details files. */
export type CatalogSet = Pick<LegoSet, 'setNumber' | 'title' | 'theme' | 'subtheme' | 'year' | 'pieces' | 'imageUrl'>;

/** What a set-details file adds to the catalogue. Null: the file does not say. */
export type SetDetails = Pick<LegoSet, 'setNumber' | 'upc' | 'ean' | 'msrpCents' | 'releaseDay' | 'exitDay' | 'box'>;

/** A minifigure in the catalogue. Null means unknown. */
export interface Minifig {
  readonly minifigNumber: string;
  readonly name: string;
  readonly category: string | null;
  readonly color: string | null;
  readonly yearReleased: number | null;
  readonly imageUrl: string | null;
}

/** A minifigure that is part of a set, and how many of it the set contains. */
export interface SetMinifig {
  readonly setNumber: string;
  readonly minifigNumber: string;
  readonly quantity: number;
}

/** Whether a text has the form of a minifigure number (`fig-000001`, `sw0001a`). */
export function isMinifigNumber(text: string): boolean {
  return ITEM_NUMBER.test(text);
}
