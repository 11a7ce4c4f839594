/** Prints an answer: as JSON when asked to, otherwise as text for people. */
export function print(asJson: boolean | undefined, json: unknown, text: string): void {
  process.stdout.write(`${asJson === true ? JSON.stringify(json) : text}\n`);
}

/** A moment in a table: to the minute, UTC; a dash for none. */
export function formatMoment(moment: Date | null): string {
  return moment === null ? '-' : moment.toISOString().slice(0, 16).replace('T', ' ');
}
