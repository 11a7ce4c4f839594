const SET_NUMBER = /^[0-9A-Za-z][0-9A-Za-z._-]{0,39}$/;

/** Whether a text can be a set number at all (`75192-1`, `10213sup-1`, `1224.1-1`). */
export function isSetNumber(text: string): boolean {
  return SET_NUMBER.test(text);
}

/**
 * The numbers a lookup may mean, best first: as asked, then as variant 1 (`75192` finds `75192-1` when no set has the bare number).
 */
export function setNumberCandidates(asked: string): readonly string[] {
  return [asked, `${asked}-1`];
}
