import type { Row } from './row.ts';

/** The web address in a cell; null when it is empty, and with a warning when it is something else. */
export function readWebAddress(row: Row, column: number): string | null {
  const text = row.textOrNull(column);
  if (text === null || /^https?:\/\/\S+$/.test(text)) return text;
  row.warn(`${JSON.stringify(text)} is no web address: left out`);
  return null;
}
