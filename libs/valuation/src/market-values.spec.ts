import { dataTierOf } from './market-values.ts';

describe('data tier', () => {
  it.each([
    [20, true, 'high'],
    [19.9, true, 'medium'],
    [5, false, 'medium'],
    [4.9, true, 'low'],
    [1, false, 'low'],
    [0, true, 'modelled'],
    [0, false, 'none'],
  ] as const)('of %d effective sales, prior %p, is %s', (effectiveSales, hasPrior, tier) => {
    expect(dataTierOf(effectiveSales, hasPrior)).toBe(tier);
  });
});
