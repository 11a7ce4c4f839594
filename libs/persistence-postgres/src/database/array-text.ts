/**
 * An array as PostgreSQL reads it. For thousands of values this takes a third of the driver's time; and in an array of
 * arrays each is given as a text, since as arrays they would all have to be of one length.
 */
export function arrayText(values: readonly (string | number | boolean | null)[]): string {
  let text = '{';
  let [last, written]: [unknown, string] = [undefined, ''];
  for (const value of values) {
    // Values of a column repeat: conditions, statuses, what is not known.
    if (value !== last) {
      last = value;
      written = value === null ? 'NULL' : typeof value === 'string' ? quoted(value) : String(value);
    }
    text += text.length > 1 ? `,${written}` : written;
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
