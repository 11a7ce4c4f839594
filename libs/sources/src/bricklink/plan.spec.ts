import type { MarketItemFacts } from '@brickmarket/persistence-ports';
import { nextDue, rankOf } from './plan.ts';

const NOW = new Date('2026-06-15T12:00:00Z');
const FACTS: MarketItemFacts = {
  ...{ kind: 'set', number: '1-1', condition: 'sealed', sales: 20, width: 0.2 },
  ...{ isHeld: false, barcode: null, year: 2020, exitDay: null },
};
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * 86_400_000);
const rank = (facts: Partial<MarketItemFacts>, asked: Date | null = daysAgo(10)): number =>
  rankOf({ ...FACTS, ...facts }, asked, NOW);

describe('the plan of BrickLink', () => {
  it('asks first what narrows ranges most: wide, selling, held, retired lately, not asked for long', () => {
    expect(rank({ width: 0.4 })).toBeGreaterThan(rank({}));
    expect(rank({ isHeld: true })).toBeGreaterThan(rank({}));
    expect(rank({ exitDay: 20_600 })).toBeGreaterThan(rank({}));
    expect(rank({ exitDay: 10_000 })).toBe(rank({}));
    expect(rank({}, daysAgo(40))).toBeGreaterThan(rank({}));
    expect(rank({}, null)).toBeGreaterThan(rank({}, daysAgo(40)));
    expect(rank({ sales: 0, width: null, year: 2026 }, null)).toBeGreaterThan(
      rank({ sales: 0, width: null, year: 1990 }, null),
    );
    expect(rank({ sales: 0, width: null }, null)).toBeGreaterThan(
      rank({ sales: 0, width: null, condition: 'used' }, null),
    );
  });

  it('asks for nothing later than the window of sales allows, whatever else is wanted', () => {
    expect(rank({ sales: 0, width: 0 }, daysAgo(150))).toBeGreaterThan(rank({ isHeld: true, width: 2 }, daysAgo(149)));
  });

  it('pauses twice as long after each call in vain, up to 150 days', () => {
    const days = (sales: number, misses: number): number =>
      Math.round((nextDue(sales, misses, NOW).getTime() - NOW.getTime()) / 86_400_000);
    expect([days(600, 0), days(15, 0), days(0, 0)]).toEqual([1, 3, 45]);
    expect([1, 2, 3, 6, 7].map((misses) => days(180, misses))).toEqual([4, 8, 16, 128, 150]);
  });
});
