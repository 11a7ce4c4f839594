/** Whether a digit string of 8, 12, 13 or 14 digits ends in its GS1 check digit. */
export function hasValidCheckDigit(digits: string): boolean {
  if (!/^(\d{8}|\d{12}|\d{13}|\d{14})$/.test(digits)) return false;
  return gs1CheckDigit(digits.slice(0, -1)) === Number(digits.at(-1));
}

/** The GS1 check digit for the digits before it: weights 3 and 1 alternate from the right. */
export function gs1CheckDigit(body: string): number {
  let sum = 0;
  for (let i = 0; i < body.length; i++) {
    sum += (body.charCodeAt(body.length - 1 - i) - 48) * (i % 2 === 0 ? 3 : 1);
  }
  return (10 - (sum % 10)) % 10;
}

/**
 * One key for the same product however its barcode is written: a UPC of 12 digits and the EAN of 13 that
 * prefixes it with zero are equal. Null when the text is not 8 to 14 digits.
 */
export function barcodeKey(text: string): string | null {
  if (!/^\d{8,14}$/.test(text)) return null;
  return text.replace(/^0+/, '').padStart(13, '0');
}
