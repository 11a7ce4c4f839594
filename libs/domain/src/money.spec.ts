import * as fc from 'fast-check';
import { formatUsd, parseUsd, percentOf, roundHalfAwayFromZero } from './money.ts';

describe('parseUsd', () => {
  it.each([
    ['1.15', 115],
    ['$40.08', 4008],
    ['1,234.5', 123450],
    ['0', 0],
    ['-3.5', -350],
    ['0.005', 1],
    ['-0.004', 0],
    ['1.1549', 115],
  ])('reads %s by its digits', (text, cents) => {
    expect(parseUsd(text)).toBe(cents);
  });

  it.each(['1a.15', '1:.15', '1/.15', '12.3:', 'a.00', ' .15'])('refuses %p, of the length of an amount', (text) => {
    expect(parseUsd(text)).toBeNull();
  });

  it.each(['', 'abc', '1.2.3', '1e3', '0x10', '1,23', '1.23456', '99999999999', 'NaN', '-'])('refuses %p', (text) => {
    expect(parseUsd(text)).toBeNull();
  });
});

describe('formatUsd', () => {
  it.each([
    [5, '0.05'],
    [-350, '-3.50'],
    [123456, '1234.56'],
  ])('writes %i cents as %s', (cents, text) => {
    expect(formatUsd(cents)).toBe(text);
  });
});

describe('parseUsd and formatUsd', () => {
  it('give back every amount, with or without sign, dollar sign and outer spaces', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }),
        fc.constantFrom('', ' '),
        (cents, space) => {
          expect(parseUsd(space + formatUsd(cents))).toBe(cents);
          expect(parseUsd(formatUsd(cents).replace(/(\d)/, '$$$1'))).toBe(cents);
        },
      ),
    );
  });
});

describe('rounding', () => {
  it.each([
    [2.5, 3],
    [-2.5, -3],
    [2.4, 2],
    [-0.4, 0],
  ])('%d becomes %d', (value, rounded) => {
    expect(roundHalfAwayFromZero(value)).toBe(rounded);
  });
  it('is 0 percent of nothing', () => {
    expect(percentOf(5, 0)).toBe(0);
  });
  it('rounds percentages to two decimals', () => {
    expect(percentOf(1, 3)).toBe(33.33);
    expect(percentOf(-2, 3)).toBe(-66.67);
  });
});
