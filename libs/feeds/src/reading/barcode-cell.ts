import { hasValidCheckDigit } from '@brickmarket/domain';
import type { Row } from './row.ts';

/**
 * The barcode in a cell; null when it is empty, and with a warning when its length or check digit is wrong. A leading zero
 * that a spreadsheet took for nothing is put back where that makes the check digit right.
 */
export function readBarcode(row: Row, column: number, name: 'UPC' | 'EAN'): string | null {
  const text = row.textOrNull(column);
  if (text === null || hasValidCheckDigit(text)) return text;
  if (text.length === 11 && hasValidCheckDigit(`0${text}`)) return `0${text}`;
  row.warn(
    `${name} ${JSON.stringify(text)} has ${/^\d+$/.test(text) && [8, 12, 13, 14].includes(text.length) ? 'a wrong check digit' : 'not 8, 12, 13 or 14 digits'}: left out`,
  );
  return null;
}
