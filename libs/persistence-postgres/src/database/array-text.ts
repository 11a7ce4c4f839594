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

// A word that cannot be NULL: in an array of arrays, quotes would have to be escaped once more.
const PLAIN = /^[\w-]*[\d_-][\w-]*$/;
const SPECIAL = /["\\]/g;

function quoted(value: string): string {
  if (PLAIN.test(value)) return value;
  return `"${value.includes('"') || value.includes('\\') ? value.replaceAll(SPECIAL, '\\$&') : value}"`;
}
