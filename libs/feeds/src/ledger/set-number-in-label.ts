const SET_NUMBERS = /(?<![0-9A-Za-z])\d{4,7}(?:-\d{1,2})?(?![0-9A-Za-z])/g;

/**
 * The set number in a seller's own label (eBay custom label, Amazon SKU): the first run of 4 to 7 digits, with a variant of
 * one or two digits after a hyphen if there is one, that letters and digits do not touch. `NEW_75192-1_A3` gives `75192-1`.
 * Null when there is none.
 */
export function findSetNumberInLabel(label: string): string | null {
  return numbersIn(label)[0] ?? null;
}

/** Everything in a text that looks like a set number, the number of pieces and the year included. */
export function numbersIn(text: string): readonly string[] {
  return text.match(SET_NUMBERS) ?? [];
}
