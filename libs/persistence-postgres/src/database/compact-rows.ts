/**
 * The text of a JSON array with an array for each row. It is put together by concatenation: that takes a third of the
 * time of json_agg, and the rows a fraction of the time that the driver needs to read them one by one.
 */
export function compactRows(columns: readonly string[], order: string): string {
  const row = `'[' || concat_ws(',', ${columns.join(', ')}) || ']'`;
  return `coalesce('[' || string_agg(${row}, ',' ORDER BY ${order}) || ']', '[]')`;
}

/** A number in such a row, or null. */
export const numberOf = (expression: string): string => `coalesce((${expression})::text, 'null')`;

/** A text in such a row, or null. */
export const textOf = (expression: string): string => `coalesce(to_json(${expression})::text, 'null')`;

/** A date in such a row, as days since 1970-01-01, or null. */
export const dayOf = (expression: string): string => numberOf(`${expression} - date '1970-01-01'`);
