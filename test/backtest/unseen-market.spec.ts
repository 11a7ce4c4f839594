import { DemoMarket } from '@brickmarket/demo-market';
import { parseIsoMonth } from '@brickmarket/domain';
import { backtest, BASELINE_NAMES } from '@brickmarket/valuation';
import { demoValuationMarket } from '../support/demo-valuation-market.ts';

/** The method was tuned on seed 1. */
const UNSEEN_SEED = '2';
const demo = new DemoMarket({ seed: UNSEEN_SEED, asOf: new Date('2026-11-01T00:00:00Z'), sets: 1000, minifigs: 700, years: 3 });
const { market, trueCents } = demoValuationMarket(demo);
const firstMonth = parseIsoMonth('2025-11')!;
const lastMonth = parseIsoMonth('2026-10')!;

describe('the estimator on a market it was not tuned on', () => {
  const againstSales = backtest(market, firstMonth, lastMonth).overall;
  const againstTruth = backtest(market, firstMonth, lastMonth, { targetCents: trueCents }).overall;

  it('covers between 78 % and 82 % of next sales with its 80 % range', () => {
    expect(againstSales.estimator.coveragePct).toBeGreaterThan(78);
    expect(againstSales.estimator.coveragePct).toBeLessThan(82);
  });

  it.each(BASELINE_NAMES)('errs less than %s, on all sales and on those that both can answer', (name) => {
    const baseline = againstSales.baselines[name];
    expect(againstSales.estimator.mdapePct!).toBeLessThan(baseline.mdapePct!);
    expect(baseline.estimatorMdapePct!).toBeLessThan(0.95 * baseline.mdapePct!);
    expect(againstSales.estimator.answeredPct).toBeGreaterThan(baseline.answeredPct);
  });

  // Half of all sales lie more than 9 % from the true value of their day: against sales no method could do better.
  it.each(BASELINE_NAMES)('is nearer to the true value than %s by more than 15 %', (name) => {
    const baseline = againstTruth.baselines[name];
    expect(baseline.estimatorMdapePct!).toBeLessThan(0.85 * baseline.mdapePct!);
  });
});
