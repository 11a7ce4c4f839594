/**
 * An array as PostgreSQL reads it. For thousands of values this takes a third of the driver's time; and in an array of
 * arrays each is given as a text, since as arrays they would all have to be of one length.
 */
export function arrayText(values: readonly (string | number | boolean | null)[]): string {
  let text = '{';
  for (const value of values) {
    if (text.length > 1) text += ',';
    text += value === null ? 'NULL' : typeof value === 'string' ? quoted(value) : value;
  }
  return `${text}}`;
}

const SPECIAL = /["\\]/g;

function quoted(value: string): string {
  return `"${value.includes('"') || value.includes('\\') ? value.replaceAll(SPECIAL, '\\$&') : value}"`;
}
