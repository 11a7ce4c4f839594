import { type EpochDay, startOfDay } from './calendar.ts';
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

/** A set that gets another number, or leaves the catalogue. */
export interface SetRename {
  readonly oldNumber: string;
  /** A number that another set has means that the two are one. Null: the set is removed. */
  readonly newNumber: string | null;
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

/** Where a set is in its shelf life. The numbers are the wire's `status_id`. */
export const SetStatus = { announced: 1, available: 2, retiringSoon: 3, retired: 4 } as const;
type SetStatusId = (typeof SetStatus)[keyof typeof SetStatus];

/** An announced exit this close counts as "retiring soon". */
export const RETIRING_SOON_DAYS = 180;
/** Without a known exit date, a set this many calendar years past its release year is taken to be off the shelves. */
export const ASSUMED_SHELF_YEARS = 3;

/** What is known of the time in which a set is sold. Null means unknown. */
export interface ShelfLife {
  readonly year: number | null;
  readonly releaseDay: EpochDay | null;
  /** The last day on sale as announced, on which the set can still be bought; may lie in the future. */
  readonly exitDay: EpochDay | null;
}

/** Status on a day, from the dates when they are known, else from the release year. */
export function setStatusOn(set: ShelfLife, today: EpochDay): SetStatusId {
  const thisYear = startOfDay(today).getUTCFullYear();
  if (set.exitDay !== null && set.exitDay < today) return SetStatus.retired;
  if (set.releaseDay !== null ? set.releaseDay > today : (set.year ?? 0) > thisYear) return SetStatus.announced;
  if (set.exitDay !== null)
    return set.exitDay - today <= RETIRING_SOON_DAYS ? SetStatus.retiringSoon : SetStatus.available;
  return set.year !== null && thisYear - set.year >= ASSUMED_SHELF_YEARS ? SetStatus.retired : SetStatus.available;
}

/** Whether a digit string of 8, 12, 13 or 14 digits ends in its GS1 check digit. */
export function hasValidCheckDigit(digits: string): boolean {
  if (!/^(\d{8}|\d{12}|\d{13}|\d{14})$/.test(digits)) return false;
  return gs1CheckDigit(digits.slice(0, -1)) === Number(digits.at(-1));
}

/** The GS1 check digit for the digits before it: weights 3 and 1 alternate from the right. */
export function gs1CheckDigit(body: string): number {
  let sum = 0;
  for (let i = 0; i < body.length; i++) {
    sum += (body.charCodeAt(body.length - 1 - i) - 48) * (i % 2 === 0 ? 3 : 1);
  }
  return (10 - (sum % 10)) % 10;
}

/**
 * One key for the same product however its barcode is written: a UPC of 12 digits and the EAN of 13 that
 * prefixes it with zero are equal. Null when the text is not 8 to 14 digits.
 */
export function barcodeKey(text: string): string | null {
  if (!/^\d{8,14}$/.test(text)) return null;
  return text.replace(/^0+/, '').padStart(13, '0');
}

const MM_PER_INCH = 25.4;
const GRAMS_PER_POUND = 453.59237;

/** Inches of a length in millimetres, unrounded. */
export function inchesFromMm(mm: number): number {
  return mm / MM_PER_INCH;
}

/** Pounds (avoirdupois) of a weight in grams, unrounded. */
export function poundsFromGrams(grams: number): number {
  return grams / GRAMS_PER_POUND;
}
