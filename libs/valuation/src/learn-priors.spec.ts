import { learnPriorVariance, learnRatios } from './learn-priors.ts';
import { NO_DRIFT } from './market-drift.ts';
import { type ItemRows, marketFromRows } from './market.ts';
import { ASSUMED_BEHAVIOUR } from './price-behaviour.ts';
import { typicalLogRatio } from './priors.ts';
import { rawValues } from './raw-values.ts';
import { DEFAULT_SETTINGS } from './valuation-settings.ts';

const TODAY = 20_000;
const RETIRED_400_DAYS = 3;

function aTradedSet(theme: string, multiple: number, usedRatio: number): ItemRows {
  const listPriceCents = 10_000;
  const sales = (priceCents: number) => Array.from({ length: 10 }, (_, i) => ({ day: TODAY - 9 * i, priceCents }));
  return {
    facts: {
      theme,
      year: null,
      releaseDay: TODAY - 1_500,
      exitDay: TODAY - 400,
      listPriceCents,
      retailPriceCents: null,
    },
    sales: { sealed: sales(listPriceCents * multiple), used: sales(listPriceCents * multiple * usedRatio) },
  };
}

function learn(items: readonly ItemRows[]) {
  const market = marketFromRows(items);
  const own = rawValues(market, TODAY, NO_DRIFT, ASSUMED_BEHAVIOUR, null, DEFAULT_SETTINGS);
  const ratios = learnRatios(market, own, TODAY);
  return { ratios, priorVariance: learnPriorVariance(market, own, TODAY, ratios) };
}

describe('what a market teaches', () => {
  const castle = [1.2, 1.4, 1.5, 1.6, 3].map((multiple) => aTradedSet('Castle', multiple, 0.6));
  const trains = [2, 2, 2].map((multiple) => aTradedSet('Trains', multiple, 0.8));
  const { ratios } = learn([...castle, ...trains]);
  const multipleOf = (theme: string, bucket: number) => {
    const logRatio = typicalLogRatio(ratios.newToList, theme, bucket);
    return logRatio === null ? null : Math.exp(logRatio);
  };

  it('is the median multiple of a theme with five sets of that age', () => {
    expect(multipleOf('Castle', RETIRED_400_DAYS)).toBeCloseTo(1.5, 9);
  });

  it('is that of all themes where a theme has fewer', () => {
    expect(multipleOf('Trains', RETIRED_400_DAYS)).toBeCloseTo(Math.sqrt(1.6 * 2), 9);
  });

  it('is nothing for ages that were not seen', () => {
    expect(multipleOf('Castle', RETIRED_400_DAYS + 1)).toBeNull();
  });

  it('is the median used/new ratio', () => {
    expect(Math.exp(typicalLogRatio(ratios.usedToNew, 'Castle', RETIRED_400_DAYS)!)).toBeCloseTo(0.6, 9);
  });

  it('trusts priors less the further the values of many sets lie from them', () => {
    const alike = learn(Array.from({ length: 30 }, (_, i) => aTradedSet('Castle', 1.5 + 0.001 * i, 0.6)));
    const unlike = learn(Array.from({ length: 30 }, (_, i) => aTradedSet('Castle', 1 + 0.1 * i, 0.6)));
    expect(unlike.priorVariance.multiple).toBeGreaterThan(10 * alike.priorVariance.multiple);
  });
});
