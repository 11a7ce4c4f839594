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

/** A minifigure by both of its numbers. */
export interface NumberedMinifig extends Minifig {
  /** In the catalogue of a marketplace: `sw1219`. Null when it is not known. */
  readonly marketplaceNumber: string | null;
}

/** The number a minifigure is shown by: the marketplace's, or the catalogue's where that is not known. */
export function shownMinifigNumber(minifig: Pick<NumberedMinifig, 'minifigNumber' | 'marketplaceNumber'>): string {
  return minifig.marketplaceNumber ?? minifig.minifigNumber;
}

/** A pair of numbers of one minifigure. */
export interface MinifigNumbers {
  /** In the catalogue's dump: `fig-000001`. */
  readonly minifigNumber: string;
  readonly marketplaceNumber: string;
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

/** A minifigure number without its case: numbers that differ only in case are the same. */
export function minifigNumberKey(number: string): string {
  return number.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * Finds minifigures by the catalogue's number or the marketplace's, in upper or lower case. Where a number fits several
 * figures, an exact match goes before one in another case, and then the catalogue's number before the marketplace's.
 */
export class MinifigNumberIndex<Figure extends Pick<NumberedMinifig, 'minifigNumber' | 'marketplaceNumber'>> {
  readonly #figures = new Map<string, { readonly rank: number; readonly figure: Figure }>();

  constructor(figures: Iterable<Figure>) {
    for (const figure of figures) {
      const { minifigNumber, marketplaceNumber } = figure;
      this.#add(minifigNumber, 0, figure);
      this.#add(minifigNumberKey(minifigNumber), 2, figure);
      if (marketplaceNumber === null) continue;
      this.#add(marketplaceNumber, 1, figure);
      this.#add(minifigNumberKey(marketplaceNumber), 3, figure);
    }
  }

  /** Null when no figure has this number. */
  find(number: string): Figure | null {
    return (this.#figures.get(number) ?? this.#figures.get(minifigNumberKey(number)))?.figure ?? null;
  }

  #add(number: string, rank: number, figure: Figure): void {
    const known = this.#figures.get(number);
    if (known === undefined || rank < known.rank) this.#figures.set(number, { rank, figure });
  }
}
