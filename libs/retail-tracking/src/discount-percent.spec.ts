import { discountPercent } from './discount-percent.ts';

describe('discountPercent', () => {
  it.each([
    ['below list', 3999, 4999, 20],
    ['two decimals, halves away from zero', 6667, 10_000, 33.33],
    ['free', 0, 4999, 100],
    ['at list', 4999, 4999, 0],
    ['above list', 5999, 4999, 0],
    ['list unknown', 3999, null, null],
    ['no offer', null, 4999, null],
  ])('%s', (_, price, list, percent) => {
    expect(discountPercent(price, list)).toBe(percent);
  });
});
