import { barcodeKey, gs1CheckDigit, hasValidCheckDigit, isDemonstrationBarcode } from './catalog.ts';

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
  it.each([
    ['9520000000004', true],
    ['400000000008', true],
    ['0400000000008', true],
    ['5702016617238', false],
    ['673419340526', false],
    ['4006381333931', false],
    ['95200008', false],
    ['952', false],
  ])('says of %s whether it is of a range for demonstrations: %s', (text, is) => {
    expect(isDemonstrationBarcode(text)).toBe(is);
  });
  it.each(['', '12345', 'abcdefghijkl', '123456789012345'])('has no key for %p', (text) => {
    expect(barcodeKey(text)).toBeNull();
  });
});
