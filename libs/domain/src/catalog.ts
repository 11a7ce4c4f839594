import { type EpochDay, startOfDay } from './calendar.ts';
import type { Cents } from './money.ts';

const ITEM_NUMBER = /^[0-9A-Za-z][0-9A-Za-z._-]{0,39}$/;

/** Accepts `75192-1`, `10213sup-1`, `1224.1-1`. */
export function isSetNumber(text: string): boolean {
  return ITEM_NUMBER.test(text);
}

/** Best first: as given, then as variant 1 (`75192` finds `75192-1`). */
export function setNumberCandidates(given: string): readonly string[] {
  return [given, `${given}-1`];
}

/** Null as a whole unless all four measures are known. */
export interface Box {
  readonly widthMm: number;
  readonly heightMm: number;
  readonly depthMm: number;
  readonly weightG: number;
}

/** Null: unknown. */
export interface LegoSet {
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
  /** Last day on sale; may be in the future. */
  readonly exitDay: EpochDay | null;
  readonly box: Box | null;
}

/** Fields of catalog files; set-details files bring the rest. */
export type CatalogSet = Pick<LegoSet, 'setNumber' | 'title' | 'theme' | 'subtheme' | 'year' | 'pieces' | 'imageUrl'>;

/** Null: absent from the file. */
export type SetDetails = Pick<LegoSet, 'setNumber' | 'upc' | 'ean' | 'msrpCents' | 'releaseDay' | 'exitDay' | 'box'>;

/** Null: unknown. */
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
  /** Marketplace number, such as `sw1219`; null: unknown. */
  readonly marketplaceNumber: string | null;
}

/** The marketplace number if known, else the catalog number. */
export function shownMinifigNumber(minifig: Pick<NumberedMinifig, 'minifigNumber' | 'marketplaceNumber'>): string {
  return minifig.marketplaceNumber ?? minifig.minifigNumber;
}

/** A pair of numbers of one minifigure. */
export interface MinifigNumbers {
  /** Catalog number, such as `fig-000001`. */
  readonly minifigNumber: string;
  readonly marketplaceNumber: string;
}

/** A set that gets another number, or leaves the catalog. */
export interface SetRename {
  readonly oldNumber: string;
  /** A number that another set has merges the two. Null removes the set. */
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

/** Key that ignores case. */
export function minifigNumberKey(number: string): string {
  return number.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Finds minifigures by either number, ignoring case. Prefers exact case, then the catalog number. */
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

  find(number: string): Figure | null {
    return (this.#figures.get(number) ?? this.#figures.get(minifigNumberKey(number)))?.figure ?? null;
  }

  #add(number: string, rank: number, figure: Figure): void {
    const known = this.#figures.get(number);
    if (known === undefined || rank < known.rank) this.#figures.set(number, { rank, figure });
  }
}

/** Values are the wire's `status_id`. */
export const SetStatus = { announced: 1, available: 2, retiringSoon: 3, retired: 4 } as const;
type SetStatusId = (typeof SetStatus)[keyof typeof SetStatus];

/** An announced exit this close makes a set "retiring soon". */
export const RETIRING_SOON_DAYS = 180;
/** Calendar years after release from which a set without an exit date counts as retired. */
export const ASSUMED_SHELF_YEARS = 3;

/** Null: unknown. */
export interface ShelfLife {
  readonly year: number | null;
  readonly releaseDay: EpochDay | null;
  /** Last day on which the set can be bought; may be in the future. */
  readonly exitDay: EpochDay | null;
}

/** Uses the release year when dates are unknown. */
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

/** Weights 3 and 1 alternate from the right. */
export function gs1CheckDigit(body: string): number {
  let sum = 0;
  for (let i = 0; i < body.length; i++) {
    sum += (body.charCodeAt(body.length - 1 - i) - 48) * (i % 2 === 0 ? 3 : 1);
  }
  return (10 - (sum % 10)) % 10;
}

/** Makes a 12-digit UPC and its zero-prefixed EAN equal. Null: not 8 to 14 digits. */
export function barcodeKey(text: string): string | null {
  if (!/^\d{8,14}$/.test(text)) return null;
  return text.replace(/^0+/, '').padStart(13, '0');
}

/** Whether no product has such a barcode: GS1 prefix 952 (demonstrations) and UPC number system 4 (in-store). */
export function isDemonstrationBarcode(text: string): boolean {
  return /^(952|04)/.test(barcodeKey(text) ?? '');
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
