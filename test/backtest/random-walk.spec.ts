import { firstDayOfMonth, parseIsoMonth } from '@brickmarket/domain';
import { backtest, COMPARED_BASELINES, type ItemRows, marketFromRows, type SaleRow } from '@brickmarket/valuation';

const FIRST_MONTH = parseIsoMonth('2026-06')!;
const LAST_MONTH = parseIsoMonth('2026-10')!;
const END = firstDayOfMonth(LAST_MONTH + 1) - 1;
const retired = {
  theme: 'Castle',
  year: null,
  releaseDay: END - 2_000,
  exitDay: END - 1_200,
  listPriceCents: null,
  retailPriceCents: null,
};

/** A repeatable sequence of numbers between 0 and 1. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
}

/** Items sold about every 20 days, whose log prices walk at random, seen through noise; variances. */
function walkingMarket(noise: number, wanderPerDay: number): readonly ItemRows[] {
  const random = sequence(12_345);
  const normal = (): number => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
  return Array.from({ length: 200 }, () => {
    const sealed: SaleRow[] = [];
    let level = Math.log(3_000) + normal();
    for (let day = END - 540, gap = 0; day <= END; day += gap) {
      sealed.push({ day, priceCents: Math.round(Math.exp(level + Math.sqrt(noise) * normal())) });
      gap = 1 + Math.floor(-20 * Math.log(random()));
      level += Math.sqrt(wanderPerDay * gap) * normal();
    }
    return { facts: retired, sales: { sealed } };
  });
}

// Variances as found on real markets: listings are nearly free of noise, single sales are not.
describe.each([
  ['a pure random walk, of which nobody knows more than the last price', 0, 0.0003],
  ['noisy single sales of sealed copies', 0.026, 0.0001],
  ['noisy single sales of used copies', 0.066, 0.0001],
])('%s', (_, noise, wanderPerDay) => {
  const { overall } = backtest(marketFromRows(walkingMarket(noise, wanderPerDay)), FIRST_MONTH, LAST_MONTH);

  it.each(COMPARED_BASELINES)('is valued no worse than by %s, but for chance', (name) => {
    const { estimatorMdapePct, sharedMdapePct } = overall.baselines[name]!;
    expect(estimatorMdapePct!).toBeLessThan(1.01 * sharedMdapePct!);
  });
});
