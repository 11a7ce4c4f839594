const SET_NUMBERS = /(?<![0-9A-Za-z])\d{4,7}(?:-\d{1,2})?(?![0-9A-Za-z])/g;

/** First isolated run of 4 to 7 digits with its variant: `NEW_75192-1_A3` gives `75192-1`. */
export function findSetNumberInLabel(label: string): string | null {
  return setNumberLikes(label)[0] ?? null;
}

/** Also matches piece counts and years. */
export function setNumberLikes(text: string): readonly string[] {
  return text.match(SET_NUMBERS) ?? [];
}
