/** Rows as aligned columns under their headings; a line of its own when there are none. */
export function formatTable(headings: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  if (rows.length === 0) return '(none)';
  const lines = [headings, ...rows].map((row) => row.map(String));
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  const isNumber = headings.map((_, column) => rows.every((row) => typeof row[column] === 'number'));
  const format = (line: readonly string[]): string =>
    line
      .map((cell, column) =>
        isNumber[column] === true ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
      )
      .join('  ')
      .trimEnd();
  return lines.map(format).join('\n');
}
