import { learnBehaviour } from './learn-behaviour.ts';
import { type ItemRows, marketFromRows } from './market.ts';
import { isMarketModel, UNLEARNED_MODEL } from './market-model.ts';
import { gatherPairs } from './paired-series.ts';
import { ASSUMED_BEHAVIOUR, type PriceBehaviour } from './price-behaviour.ts';

const TODAY = 20_000;
const facts = {
  theme: null,
  year: null,
  releaseDay: null,
  exitDay: TODAY - 3_000,
  listPriceCents: null,
  retailPriceCents: null,
};

function random(seed: number): { readonly uniform: () => number; readonly normal: () => number } {
  let state = seed;
  const uniform = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return { uniform, normal: () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()) };
}

interface Process {
  readonly noise: number;
  readonly wanderPerDay: number;
  readonly outliers?: number;
  readonly jumpsPerDay?: number;
  /** Days between sales. */
  readonly every: number;
}

/** Items of a known process, sold for two years. */
function market(process: Process, items = 120) {
  const { normal, uniform } = random(7);
  return marketFromRows(
    Array.from({ length: items }, (): ItemRows => {
      let level = 9 + normal();
      const sealed = Array.from({ length: Math.floor(700 / process.every) }, (_, n) => {
        level += Math.sqrt(process.wanderPerDay * process.every) * normal();
        if (uniform() < (process.jumpsPerDay ?? 0) * process.every) level += uniform() < 0.5 ? 0.5 : -0.5;
        const outlier = uniform() < (process.outliers ?? 0) ? 1.2 : 0;
        const logPrice = level + Math.sqrt(process.noise) * normal() - outlier;
        return { day: TODAY - 700 + process.every * n, priceCents: Math.round(Math.exp(logPrice)) };
      });
      return { facts, sales: { sealed } };
    }),
  );
}

function learned(process: Process, items?: number): PriceBehaviour {
  return learnBehaviour(gatherPairs(market(process, items), TODAY));
}

describe('how prices behave', () => {
  it.each([
    ['noisy single sales', { noise: 0.03, wanderPerDay: 0.0001, every: 5 }],
    ['calm sales that wander', { noise: 0.004, wanderPerDay: 0.0003, every: 7 }],
  ])('is learned from pairs of sales: %s', (_, process) => {
    const { noise, wanderPerDay } = learned(process).sealed;
    expect(noise / process.noise).toBeGreaterThan(0.8);
    expect(noise / process.noise).toBeLessThan(1.25);
    expect(wanderPerDay / process.wanderPerDay).toBeGreaterThan(0.6);
    expect(wanderPerDay / process.wanderPerDay).toBeLessThan(1.6);
  });

  it('finds hardly any noise in monthly listings', () => {
    const { noise, wanderPerDay } = learned({ noise: 1e-6, wanderPerDay: 0.0003, every: 30 }).sealed;
    expect(noise).toBeLessThan(0.1 * 30 * wanderPerDay);
  });

  it('does not take wrong rows for noise, and counts them', () => {
    const behaviour = learned({ noise: 0.01, wanderPerDay: 0.0001, outliers: 0.05, every: 5 }).sealed;
    expect(behaviour.noise).toBeLessThan(0.015);
    expect(behaviour.outlierShare).toBeGreaterThan(0.025);
    expect(behaviour.outlierShare).toBeLessThan(0.075);
    expect(behaviour.jumpsPerDay).toBeLessThan(0.002);
  });

  it('tells changes of level from wrong rows', () => {
    const behaviour = learned({ noise: 0.004, wanderPerDay: 0.00005, jumpsPerDay: 0.002, every: 5 });
    expect(behaviour.sealed.jumpsPerDay).toBeGreaterThan(0.001);
    expect(behaviour.sealed.jumpsPerDay).toBeLessThan(0.003);
    expect(behaviour.sealed.outlierShare).toBeLessThan(0.01);
  });

  it('is assumed where there are too few pairs', () => {
    expect(learned({ noise: 0.03, wanderPerDay: 0.0001, every: 350 }, 5)).toEqual(ASSUMED_BEHAVIOUR);
  });
});

describe('a stored model', () => {
  it('is used only when it has all that this version learns', () => {
    expect(isMarketModel(JSON.parse(JSON.stringify(UNLEARNED_MODEL)))).toBe(true);
    const { behaviour: _, ...oldest } = UNLEARNED_MODEL;
    expect(isMarketModel(oldest)).toBe(false);
    const { expertWeights: __, ...older } = UNLEARNED_MODEL;
    expect(isMarketModel(older)).toBe(false);
    const table = { sealed: [[0.01]], used: [], figureNew: [], figureUsed: [] };
    expect(isMarketModel({ ...UNLEARNED_MODEL, usualChanges: table })).toBe(false);
    expect(isMarketModel(null)).toBe(false);
  });
});
