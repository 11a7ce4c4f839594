import { formatIsoMonth } from '@brickmarket/domain';
import { lastFinalizedMonth } from './time.ts';

describe('finalized months', () => {
  it.each([
    ['2026-10-01T00:00:00.000Z', 0, '2026-09'],
    ['2026-10-31T23:59:59.999Z', 0, '2026-09'],
    ['2026-11-01T00:00:00.000Z', 0, '2026-10'],
    ['2026-11-03T23:59:59.999Z', 3, '2026-09'],
    ['2026-11-04T00:00:00.000Z', 3, '2026-10'],
    ['2027-01-01T00:00:00.000Z', 0, '2026-12'],
  ])('at %s with a grace of %i days the last is %s', (now, graceDays, expected) => {
    expect(formatIsoMonth(lastFinalizedMonth(new Date(now), graceDays))).toBe(expected);
  });
});
