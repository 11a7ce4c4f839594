const MINIFIG_NUMBER = /^[0-9A-Za-z][0-9A-Za-z._-]{0,39}$/;

/** What the catalogue knows of a minifigure. Null means unknown. */
export interface Minifig {
  readonly minifigNumber: string;
  readonly name: string;
  readonly category: string | null;
  readonly color: string | null;
  readonly yearReleased: number | null;
  readonly imageUrl: string | null;
}

/** A minifigure that comes in a set, and how many of it. */
export interface SetMinifig {
  readonly setNumber: string;
  readonly minifigNumber: string;
  readonly quantity: number;
}

/** Whether a text can be a minifig number at all (`fig-000001`, `sw0001a`). */
export function isMinifigNumber(text: string): boolean {
  return MINIFIG_NUMBER.test(text);
}
