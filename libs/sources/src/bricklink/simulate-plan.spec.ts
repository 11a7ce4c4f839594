import type { MarketItemFacts } from '@brickmarket/persistence-ports';
import { nextDue, rankOf } from './plan.ts';

const ITEMS = 3_000;
const DAYS = 30;
/** As BrickLink's 4,500 calls are to its 57,000 items. */
const CALLS_A_DAY = Math.round((ITEMS * 4_500) / 57_000);
const START = Date.parse('2026-06-01T00:00:00Z');
const DAY_MS = 86_400_000;
const WINDOW_DAYS = 180;

interface Sale {
  readonly day: number;
  readonly price: number;
}

interface SimulatedItem {
  readonly isHeld: boolean;
  /** Log price by day from the start of the window. */
  readonly truth: readonly number[];
  readonly sales: readonly Sale[];
  known: readonly Sale[];
  askedDay: number | null;
  misses: number;
  dueDay: number;
}

type Strategy = (item: SimulatedItem, day: number) => number;

/** mulberry32 */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function marketOf(seed: number): SimulatedItem[] {
  const random = randomOf(seed);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Array.from({ length: ITEMS }, () => {
    // From one sale in ten years to five a day.
    const salesADay = Math.min(5, Math.exp(-3.5 + 1.8 * normal()));
    const scatter = 0.08 + 0.2 * random();
    const drift = 0.01 * random();
    let level = 3 + normal();
    const truth = Array.from({ length: WINDOW_DAYS + DAYS + 1 }, () => (level += drift * normal()));
    const sales = truth.flatMap((price, day) => {
      const count = Math.floor(salesADay) + (random() < salesADay % 1 ? 1 : 0);
      return Array.from({ length: count }, () => ({ day, price: price + scatter * normal() }));
    });
    // What was known before: an answer of some day in the half year before.
    const askedDay = Math.floor(WINDOW_DAYS * random());
    const known = sales.filter((sale) => sale.day <= askedDay);
    return { isHeld: random() < 0.05, truth, sales, known, askedDay, misses: 0, dueDay: 0 };
  });
}

/** Mean of the newest known sales; null: none. */
function estimateOf({ known }: SimulatedItem): number | null {
  const newest = known.slice(-12);
  return newest.length === 0 ? null : newest.reduce((sum, { price }) => sum + price, 0) / newest.length;
}

function factsOf(item: SimulatedItem, day: number): MarketItemFacts {
  const sales = item.known.filter((sale) => sale.day > day - WINDOW_DAYS).length;
  const width = sales === 0 ? null : 0.6 / Math.sqrt(sales);
  return {
    ...{ kind: 'set', number: '1-1', condition: 'sealed', barcode: null, year: 2020, exitDay: null },
    ...{ sales, width, isHeld: item.isHeld },
  };
}

const at = (day: number): Date => new Date(START + day * DAY_MS);

const PLAN: Strategy = (item, day) =>
  rankOf(factsOf(item, day), item.askedDay === null ? null : at(item.askedDay), at(day));
const OLDEST_FIRST: Strategy = (item, day) => day - (item.askedDay ?? 0);
const MOST_POPULAR_FIRST: Strategy = (item) => item.known.length;

interface Outcome {
  /** Mean absolute log error; of what users hold, and of everything. */
  readonly heldError: number;
  readonly error: number;
  /** Sales of the thirty days. */
  readonly caught: number;
}

function simulate(seed: number, strategy: Strategy, usesPauses: boolean): Outcome {
  const market = marketOf(seed);
  const end = WINDOW_DAYS + DAYS;
  for (let day = WINDOW_DAYS; day < end; day++) {
    const due = market.filter((item) => !usesPauses || item.dueDay <= day);
    const ranked = due.map((item) => ({ item, rank: strategy(item, day) })).toSorted((a, b) => b.rank - a.rank);
    for (const { item } of ranked.slice(0, CALLS_A_DAY)) ask(item, day);
  }
  const errors = market.flatMap((item) => {
    const estimate = estimateOf(item);
    return estimate === null ? [] : [{ isHeld: item.isHeld, error: Math.abs(estimate - item.truth[end]!) }];
  });
  const mean = (values: readonly { error: number }[]) =>
    values.reduce((sum, { error }) => sum + error, 0) / values.length;
  const sold = market.flatMap(({ sales }) => sales.filter(({ day }) => day >= WINDOW_DAYS && day < end)).length;
  const caught = market.flatMap(({ known }) => known.filter(({ day }) => day >= WINDOW_DAYS)).length;
  return { heldError: mean(errors.filter(({ isHeld }) => isHeld)), error: mean(errors), caught: caught / sold };
}

function ask(item: SimulatedItem, day: number): void {
  const before = item.known.length;
  item.known = item.sales.filter((sale) => sale.day < day);
  item.misses = item.known.length > before ? 0 : item.misses + 1;
  item.askedDay = day;
  const inWindow = item.known.filter((sale) => sale.day > day - WINDOW_DAYS).length;
  item.dueDay = day + (nextDue(inWindow, item.misses, at(day)).getTime() - at(day).getTime()) / DAY_MS;
}

it('knows what users hold better after thirty days than oldest or most popular first, and more new sales', () => {
  const average = (strategy: Strategy, usesPauses = false): Outcome => {
    const outcomes = [1, 2, 3].map((seed) => simulate(seed, strategy, usesPauses));
    const mean = (name: keyof Outcome) => outcomes.reduce((sum, one) => sum + one[name], 0) / outcomes.length;
    return { heldError: mean('heldError'), error: mean('error'), caught: mean('caught') };
  };
  const plan = average(PLAN, true);
  const oldest = average(OLDEST_FIRST);
  const popular = average(MOST_POPULAR_FIRST);
  expect(plan.heldError).toBeLessThan(0.98 * oldest.heldError);
  expect(plan.heldError).toBeLessThan(0.8 * popular.heldError);
  expect(plan.caught).toBeGreaterThan(oldest.caught + 0.1);
  expect(plan.caught).toBeGreaterThan(popular.caught + 0.3);
  // What nobody holds is not known worse for that.
  expect(plan.error).toBeLessThan(1.005 * oldest.error);
  expect(plan.error).toBeLessThan(0.85 * popular.error);
});
