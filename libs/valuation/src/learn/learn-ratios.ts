import type { EpochDay } from '@brickmarket/domain';
import { halfYearsRetired, multipleAt, referencePrice } from '../estimate/comparables.ts';
import { type MarketModel, type TypicalRatio, UNLEARNED_MODEL } from '../estimate/market-model.ts';
import { Appraiser, type OwnSales } from '../estimate/appraiser.ts';
import type { Market } from '../kernel/market.ts';
import { MAD_TO_SIGMA, medianOf } from '../kernel/quantiles.ts';

/** Items with fewer effective sales say more about chance than about the market. */
const FEWEST_SALES = 3;
/** What is assumed counts as so many items, what holds for all themes as more. */
const ASSUMED_ITEMS = 2;
const ALL_THEMES_ITEMS = 10;
/** However well an expectation fits, some doubt is left. */
const SMALLEST_VARIANCE = 0.0004;

interface Observed {
  readonly theme: string | null;
  readonly logRatio: number;
  /** The variance of the sales behind it. */
  readonly variance: number;
}

type Learned = Pick<MarketModel, 'multiples' | 'multipleOfTheme' | 'variances' | 'usedToNew' | 'paidOfAsked'>;

/** What prices are of list prices, of prices in the other condition and of what is asked, from items that sell. */
export function learnRatios(market: Market, asOf: EpochDay, model: MarketModel): Learned {
  const toList: (Observed & { readonly halfYears: number })[] = [];
  const usedToNew = { set: [] as Observed[], minifig: [] as Observed[] };
  const paidOfAsked: Observed[] = [];
  new Appraiser(market, asOf, model).each(({ lead, used }, at) => {
    const { kind, facts } = market.series[at]!;
    if (!isTelling(lead.own)) return;
    const { level, variance } = lead.own;
    const observed = (price: number, more = 0): Observed => ({
      theme: facts.theme,
      logRatio: level - price,
      variance: variance + more,
    });
    if (used !== null && isTelling(used.own)) {
      const ratio = observed(used.own.level, used.own.variance);
      usedToNew[kind === 'sealed' ? 'set' : 'minifig'].push({ ...ratio, logRatio: -ratio.logRatio });
    }
    if (kind !== 'sealed') return;
    const halfYears = halfYearsRetired(facts, asOf);
    const reference = referencePrice(facts, halfYears);
    if (reference !== null) toList.push({ ...observed(Math.log(reference)), halfYears });
    const asked = facts.thirdPartyPriceCents ?? 0;
    if (asked > 0) paidOfAsked.push(observed(Math.log(asked)));
  });
  const assumed = UNLEARNED_MODEL;
  const multiples = assumed.multiples.map((multiple, bucket) =>
    drawn(
      toList.filter(({ halfYears }) => Math.round(halfYears) === bucket).map(({ logRatio }) => logRatio),
      multiple,
    ),
  );
  const gone = toList
    .filter(({ halfYears }) => halfYears > 0)
    .map((one) => ({ ...one, logRatio: one.logRatio - multipleAt({ ...assumed, multiples }, null, one.halfYears) }));
  const multipleOfTheme = themesOf(gone, 0);
  const onSale = toList.filter(({ halfYears }) => halfYears === 0);
  return {
    multiples,
    multipleOfTheme,
    variances: {
      retail: varianceOf(onSale, () => multiples[0]!, assumed.variances.retail),
      list: varianceOf(
        gone,
        ({ theme }) => (theme === null ? 0 : (multipleOfTheme[theme] ?? 0)),
        assumed.variances.list,
      ),
    },
    usedToNew: {
      set: ratioOf(usedToNew.set, assumed.usedToNew.set),
      minifig: ratioOf(usedToNew.minifig, assumed.usedToNew.minifig),
    },
    paidOfAsked: ratioOf(paidOfAsked, assumed.paidOfAsked),
  };
}

function isTelling(own: OwnSales | null): own is OwnSales {
  return own !== null && own.isCurrent && own.effectiveSales >= FEWEST_SALES;
}

function ratioOf(observed: readonly Observed[], assumed: TypicalRatio): TypicalRatio {
  const logRatio = drawn(
    observed.map((one) => one.logRatio),
    assumed.logRatio,
  );
  const ofTheme = themesOf(observed, logRatio);
  const expected = ({ theme }: Observed): number => logRatio + (theme === null ? 0 : (ofTheme[theme] ?? 0));
  return { logRatio, ofTheme, variance: varianceOf(observed, expected, assumed.variance) };
}

/** The median, drawn to what is assumed by how few there are. */
function drawn(logRatios: readonly number[], assumed: number, pseudoItems = ASSUMED_ITEMS): number {
  if (logRatios.length === 0) return assumed;
  return assumed + (medianOf(logRatios) - assumed) * (logRatios.length / (logRatios.length + pseudoItems));
}

/** By how much the items of each theme differ from the middle of all. */
function themesOf(observed: readonly Observed[], middle: number): Record<string, number> {
  const themes = new Map<string, number[]>();
  for (const { theme, logRatio } of observed) {
    if (theme === null) continue;
    const apart = themes.get(theme);
    if (apart) apart.push(logRatio - middle);
    else themes.set(theme, [logRatio - middle]);
  }
  return Object.fromEntries([...themes].map(([theme, apart]) => [theme, drawn(apart, 0, ALL_THEMES_ITEMS)]));
}

/** The variance of true prices around what is expected, less the variance of sales; drawn to what is assumed. */
function varianceOf<One extends Observed>(
  observed: readonly One[],
  expected: (one: One) => number,
  assumed: number,
): number {
  if (observed.length === 0) return assumed;
  const misses = observed.map((one) => Math.abs(one.logRatio - expected(one)));
  const own = (MAD_TO_SIGMA * medianOf(misses)) ** 2 - medianOf(observed.map(({ variance }) => variance));
  const share = observed.length / (observed.length + ALL_THEMES_ITEMS);
  return Math.max(SMALLEST_VARIANCE, assumed + (own - assumed) * share);
}
