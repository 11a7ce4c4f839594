import { EXPERTS } from './experts.ts';
import { type ItemRows, type Market, marketFromRows } from './market.ts';
import { isMarketModel, type MarketModel, UNLEARNED_MODEL } from './market-model.ts';
import { valueAt } from './market-values.ts';
import { gatherPairs } from './paired-series.ts';
import { learnUsualChanges, type UsualChanges } from './usual-changes.ts';
import { learnMarket, valueWithModel } from './value-market.ts';

const TODAY = 20_000;
const facts = {
  theme: null,
  year: null,
  releaseDay: null,
  exitDay: TODAY - 2_000,
  listPriceCents: null,
  retailPriceCents: null,
};

/** Two years of prices, one every thirty days, each out of the one before and of the first. */
function offers(next: (price: number, first: number, random: () => number) => number): ItemRows[] {
  let state = 99;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return Array.from({ length: 100 }, (): ItemRows => {
    const first = 2_000 + 20_000 * random();
    let price = first;
    const sealed = Array.from({ length: 24 }, (_, month) => {
      price = next(price, first, random);
      return { day: TODAY - 30 * (24 - month), priceCents: Math.round(price) };
    });
    return { facts, sales: { sealed } };
  });
}
const wandering = marketFromRows(offers((price, _, random) => price * (0.95 + 0.1 * random())));
const aroundLevels = marketFromRows(offers((_, first, random) => first * (0.8 + 0.4 * random())));
const upAndDown = marketFromRows(
  offers((price, first, random) => first * (price > 1.05 * first ? 1 : 1.1) * (0.995 + 0.01 * random())),
);

describe('what usually follows a price', () => {
  it('is learned from prices that stay where they went, the same each time', () => {
    const learned = learnUsualChanges(gatherPairs(wandering, TODAY), () => true);
    expect(learned.sealed.trees).not.toBe('');
    expect(learned.used.trees).toBe('');
    expect(learnUsualChanges(gatherPairs(wandering, TODAY), () => true)).toEqual(learned);
  });

  it('is not learned where every price goes back to a level, which others know better', () => {
    expect(learnUsualChanges(gatherPairs(aroundLevels, TODAY), () => true).sealed.trees).toBe('');
  });

  it('is kept with a model only where the filter does not decide alone', () => {
    const trees = (market: Market) => learnMarket(market, TODAY).usualChanges.sealed.trees;
    expect(trees(upAndDown)).not.toBe('');
    expect(trees(wandering)).toBe('');
  });

  it('is unknown to a model of an earlier release, which values all the same', () => {
    const table = { sealed: [[0.5]], used: [], figureNew: [], figureUsed: [] } as unknown as UsualChanges;
    const expertWeights = {
      ...UNLEARNED_MODEL.expertWeights,
      sealed: EXPERTS.map((expert) => (expert === 'usualNext' ? 1 : 0)),
    };
    const ofModel = (model: MarketModel) => valueAt(valueWithModel(wandering, TODAY, model), 0);
    const model = { ...UNLEARNED_MODEL, expertWeights };
    const trees = { trees: [{ feature: [-1], upTo: [0], otherwise: [0], excess: Array<number>(18).fill(-900) }] };
    const listed = { sealed: trees, used: trees, figureNew: trees, figureUsed: trees } as unknown as UsualChanges;
    for (const usualChanges of [table, listed]) {
      expect(isMarketModel({ ...model, usualChanges })).toBe(false);
      expect(ofModel({ ...model, usualChanges })).toEqual(ofModel(model));
    }
  });
});
