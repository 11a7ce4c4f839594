import { barcodeKey, gs1CheckDigit, hasValidCheckDigit } from './catalog.ts';

describe('barcodes', () => {
  it('computes the check digit of a known UPC and EAN', () => {
    expect(gs1CheckDigit('03600029145')).toBe(2);
    expect(gs1CheckDigit('400638133393')).toBe(1);
    expect(hasValidCheckDigit('4006381333931')).toBe(true);
    expect(hasValidCheckDigit('4006381333932')).toBe(false);
  });
  it('takes a UPC and its EAN with leading zero for the same', () => {
    expect(barcodeKey('036000291452')).toBe(barcodeKey('0036000291452'));
  });
  it.each(['', '12345', 'abcdefghijkl', '123456789012345'])('has no key for %p', (text) => {
    expect(barcodeKey(text)).toBeNull();
  });
});
