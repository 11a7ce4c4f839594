import { firstDayOfMonth, parseIsoMonth } from '@brickmarket/domain';
import { backtest, COMPARED_BASELINES } from '@brickmarket/valuation';
import { InventedMarket } from '../support/market/invented-market.ts';
import { demoValuationMarket, type KnownMarket } from '../support/market/known-market.ts';
import { sized } from '../support/lane.ts';

const FIRST_MONTH = parseIsoMonth('2025-11')!;
const LAST_MONTH = parseIsoMonth('2026-10')!;

/** The median error of one who knew the true value of everything on the eve of each month. */
function omniscientMdapePct({ market: { sales }, eveTrueCents }: KnownMarket): number {
  const errors: number[] = [];
  for (const [i, day] of sales.day.entries()) {
    if (day >= firstDayOfMonth(FIRST_MONTH)) errors.push(Math.abs(eveTrueCents[i]! / sales.priceCents[i]! - 1));
  }
  return 100 * errors.toSorted((a, b) => a - b)[errors.length >>> 1]!;
}

// The 40-day median is printed, not judged: on invented markets it is nearly as good as any filter.
const JUDGED = COMPARED_BASELINES.filter((name) => name !== 'weightedMedian40d');
/** What the engine does not reach: these tests must fail. One that passes again leaves the list. */
const MISSED: ReadonlySet<string> = new Set(['2 truth median30d', '2 truth average6m', '3 truth average6m']);
// Both were looked at when the engine was chosen. Seeds on which nothing was chosen are in `npm run ablation`.
describe.each(sized({ quick: ['2'], full: ['2', '3'] }))('the estimator on an invented market (seed %s)', (seed) => {
  const known = demoValuationMarket(
    new InventedMarket({ seed, asOf: new Date('2026-11-01T00:00:00Z'), sets: 1000, minifigs: 700, years: 3 }),
  );
  const { trueCents } = known;
  const { overall: againstSales, againstTruth } = backtest(known.market, FIRST_MONTH, LAST_MONTH, { trueCents });
  const omniscient = omniscientMdapePct(known);

  it('covers between 78 % and 82 % of next sales with its 80 % range', () => {
    expect(againstSales.estimator.coveragePct).toBeGreaterThan(78);
    expect(againstSales.estimator.coveragePct).toBeLessThan(82);
  });

  const test = (against: string) => (MISSED.has(`${seed} ${against}`) ? it.failing : it);
  for (const name of JUDGED) {
    const baseline = againstSales.baselines[name]!;
    test(name)(`errs less than ${name} by more than 7 %, on the sales that both can answer`, () => {
      expect(baseline.estimatorMdapePct!).toBeLessThan(0.93 * baseline.sharedMdapePct!);
      expect(againstSales.estimator.mdapePct!).toBeLessThan(0.95 * baseline.sharedMdapePct!);
    });

    it(`answers more than ${name}`, () => {
      expect(againstSales.estimator.answeredPct).toBeGreaterThan(baseline.answeredPct);
    });

    test(`truth ${name}`)(`is nearer to the true value than ${name} by more than 22 %`, () => {
      const { estimatorMdapePct, sharedMdapePct } = againstTruth!.overall.baselines[name]!;
      expect(estimatorMdapePct!).toBeLessThan(0.78 * sharedMdapePct!);
    });
  }

  // Why not by 15 %: half of all sales lie more than 9 % from the true value of their day, which nobody can know
  // before.
  test('known truth')('errs at most 13 % more than one who knew every true value on the eve of each month', () => {
    expect(againstSales.estimator.mdapePct!).toBeLessThan(1.13 * omniscient);
  });

  it('is judged on markets whose true values say much', () => {
    expect(omniscient).toBeGreaterThan(0.82 * againstSales.baselines.median30d!.sharedMdapePct!);
  });
});
