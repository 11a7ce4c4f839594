import { epochDayOf, MS_PER_DAY } from '@brickmarket/domain';
import type { MarketItemFacts, SourceItem } from '@brickmarket/persistence-ports';
import type { RankedItem } from '../shared/source.ts';

/** An answer has the sales of six months: asked within this time, no sale is lost. */
const LONGEST_DAYS = 150;
const WINDOW_DAYS = 180;
const HELD = 10;
const JUST_RETIRED = 3;
const RETIRED_DAYS = 3 * 365;
/** Sales that a set without any may still have in the window. */
const PRIOR_SALES = { sealed: 1, used: 0.5 } as const;
const RECENT_YEARS = 10;
/** Overdue items come before all others. */
const OVERDUE = 1_000;
/** Pause as a share of the days to the next sale: the rank decides what is asked, the pause only what is not. */
const SHARE_OF_WAIT = 0.25;
const FIRST_PAUSE_DAYS = 2;
/** By which a range is too narrow after a day without news, as a share of the value. */
const DRIFT_A_DAY = 0.015;

/** What narrows the published ranges most per call comes first. */
export function rankItems(
  market: readonly MarketItemFacts[],
  known: ReadonlyMap<string, SourceItem>,
  now: Date,
): readonly RankedItem[] {
  return market.map((facts) => {
    const item = guideItemOf(facts);
    return { item, rank: rankOf(facts, known.get(item)?.askedAt ?? null, now) };
  });
}

export function guideItemOf({
  kind,
  number,
  condition,
}: Pick<MarketItemFacts, 'kind' | 'number' | 'condition'>): string {
  return `${kind === 'set' ? 'SET' : 'MINIFIG'}/${number}/${condition === 'sealed' ? 'N' : 'U'}`;
}

/** The part of its width that a range loses by the sales since the last call, by what the item means to users. */
export function rankOf(facts: MarketItemFacts, askedAt: Date | null, now: Date): number {
  const days = askedAt === null ? WINDOW_DAYS : Math.min(WINDOW_DAYS, daysBetween(askedAt, now));
  const expected = (expectedSales(facts, now) * days) / WINDOW_DAYS;
  const width = Math.min(2, facts.width ?? 1);
  const drifted = Math.sqrt(width ** 2 + DRIFT_A_DAY ** 2 * days);
  // A range narrows with the root of the number of sales.
  const narrowed = width * Math.sqrt((facts.sales + 1) / (facts.sales + 1 + expected));
  const hasNews = 1 - Math.exp(-expected);
  const isOverdue = askedAt !== null && days >= LONGEST_DAYS;
  return (isOverdue ? OVERDUE : 0) + (drifted - narrowed) * hasNews * weightOf(facts, now);
}

function expectedSales({ sales, condition, year }: MarketItemFacts, now: Date): number {
  const age = year === null ? RECENT_YEARS : Math.max(0, now.getUTCFullYear() - year);
  return Math.max(sales, PRIOR_SALES[condition] * Math.max(0.1, 1 - age / (2 * RECENT_YEARS)));
}

function weightOf({ isHeld, exitDay }: MarketItemFacts, now: Date): number {
  if (isHeld) return HELD;
  const since = exitDay === null ? -1 : epochDayOf(now) - exitDay;
  return since >= 0 && since <= RETIRED_DAYS ? JUST_RETIRED : 1;
}

/** Before one more sale is expected; after calls in vain, twice the pause each time. */
export function nextDue(sales: number, misses: number, now: Date): Date {
  const untilSale = (SHARE_OF_WAIT * WINDOW_DAYS) / Math.max(sales, 1);
  const pause = FIRST_PAUSE_DAYS * 2 ** misses;
  const days = Math.max(1, Math.min(LONGEST_DAYS, misses === 0 ? untilSale : Math.max(untilSale, pause)));
  return new Date(now.getTime() + days * MS_PER_DAY);
}

function daysBetween(earlier: Date, later: Date): number {
  return Math.max(0, (later.getTime() - earlier.getTime()) / MS_PER_DAY);
}
