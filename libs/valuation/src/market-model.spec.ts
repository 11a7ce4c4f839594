import { DATA_TIERS, type DataTier } from '@brickmarket/domain';
import { RangeScores } from './market-model.ts';

/** Range factors after so many scores of a tier, spread evenly over plus and minus so many deviations. */
function learned(tier: DataTier, count: number, reach: number): { low: number; high: number } {
  const scores = new RangeScores();
  for (let at = 0; at < count; at++) scores.add(DATA_TIERS.indexOf(tier), ((2 * at + 1) / count - 1) * reach);
  return scores.factors()[tier];
}

describe('range factors', () => {
  it('are wider without scores the less evidence a tier has', () => {
    const { high, medium, low, modelled } = new RangeScores().factors();
    expect([high.low, high.high]).toEqual([expect.closeTo(-1.28, 1), expect.closeTo(1.28, 1)]);
    expect(medium.high).toBeGreaterThan(high.high);
    expect(low.high).toBeGreaterThan(medium.high);
    expect(modelled.low).toBeLessThanOrEqual(low.low);
  });

  it('follow the scores of a tier that never has many, from the first ones on', () => {
    const assumed = learned('modelled', 0, 1);
    const few = learned('modelled', 40, 4);
    const more = learned('modelled', 120, 4);
    expect(few.high).toBeGreaterThan(assumed.high + 0.5);
    expect(more.high).toBeGreaterThan(few.high);
    expect(learned('modelled', 120, 0.5).high).toBeLessThan(assumed.high - 0.5);
  });

  it('hold 80 % of many scores, whatever was assumed', () => {
    const { low, high } = learned('low', 20_000, 2);
    expect([low, high]).toEqual([expect.closeTo(-1.6, 1), expect.closeTo(1.6, 1)]);
  });
});
