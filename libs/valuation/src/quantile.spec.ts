import { quantileOfSorted } from './quantile.ts';

describe('quantiles', () => {
  it('reads between neighbours', () => {
    expect(quantileOfSorted(Float64Array.of(9, 1, 3, 9), 1, 3, 0.25)).toBe(1.5);
  });
});
