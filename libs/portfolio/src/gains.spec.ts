import { parseIsoDay } from '@brickmarket/domain';
import { holdingTerm } from './gains.ts';

describe('holdingTerm', () => {
  it.each([
    ['2025-03-12', '2026-03-12', 'short'],
    ['2025-03-12', '2026-03-13', 'long'],
    ['2024-02-29', '2025-02-28', 'short'],
    ['2024-02-29', '2025-03-01', 'long'],
    ['2023-02-28', '2024-02-29', 'long'],
    ['2025-12-31', '2025-12-31', 'short'],
  ])('of copies bought on %s and sold on %s is %s', (bought, sold, term) => {
    expect(holdingTerm(parseIsoDay(bought), parseIsoDay(sold)!)).toBe(term);
  });

  it('is unknown without the day of purchase', () => {
    expect(holdingTerm(null, 20_000)).toBe('unknown');
  });
});
