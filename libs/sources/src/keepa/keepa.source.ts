import { epochDayOf, isSetNumber, MS_PER_DAY } from '@brickmarket/domain';
import type { MarketItemFacts, SourceItem } from '@brickmarket/persistence-ports';
import type { Desk, Market, RankedItem, Source, SourceReply } from '../shared/source.ts';
import { checkKey, fetchProducts } from './keepa-api.ts';
import { mapPrices, pricesTable, productOf } from './map-prices.ts';

const HOUR_MS = 3_600_000;
const EXAMPLE = '75192-1';
const HELD = 10;
const ON_SALE = 3;
const JUST_RETIRED = 2;
const RETIRED_DAYS = 2 * 365;
const FIRST_PAUSE_HOURS = 8;
const LONGEST_PAUSE_DAYS = 30;
/** Changes around the last call are read again. */
const OVERLAP_DAYS = 2;

/** Prices at Amazon in the United States, with their past. Items are sets with their barcode. */
export const KEEPA: Source = {
  name: 'keepa',
  title: 'Keepa',
  termsUrl: 'https://keepa.com/#!disclaimer',
  address: 'https://api.keepa.com',
  secrets: ['api-key'],
  // Tokens are the tighter bound: Keepa says how many are left.
  callsADay: 1_000,
  callsASecond: 1,
  atOnce: 1,
  batch: 100,
  itemOf: async (text = EXAMPLE, market: Market) =>
    (await market()).map(itemOfSet).find((item) => item?.startsWith(`${text}/`)) ?? null,
  plan: async (market, known, now) => rankSets(await market(), known, now),
  ask: askForPrices,
  probe: checkKey,
};

function itemOfSet({ kind, number, condition, barcode }: MarketItemFacts): string | null {
  return kind === 'set' && condition === 'sealed' && barcode !== null && isSetNumber(number)
    ? `${number}/${barcode}`
    : null;
}

/** What is held, then on sale, then just retired, by the time since the last call. */
function rankSets(
  market: readonly MarketItemFacts[],
  known: ReadonlyMap<string, SourceItem>,
  now: Date,
): readonly RankedItem[] {
  return market.flatMap((facts) => {
    const item = itemOfSet(facts);
    if (item === null) return [];
    const askedAt = known.get(item)?.askedAt ?? null;
    const days = askedAt === null ? LONGEST_PAUSE_DAYS : (now.getTime() - askedAt.getTime()) / MS_PER_DAY;
    return [{ item, rank: weightOf(facts, now) * days }];
  });
}

function weightOf({ isHeld, exitDay }: MarketItemFacts, now: Date): number {
  const since = exitDay === null ? -1 : epochDayOf(now) - exitDay;
  return (isHeld ? HELD : 1) * (since < 0 ? ON_SALE : since <= RETIRED_DAYS ? JUST_RETIRED : 1);
}

async function askForPrices(items: readonly SourceItem[], desk: Desk): Promise<SourceReply> {
  const { now } = desk;
  const asked = items.map((item) => ({ ...item, set: item.item.split('/')[0]!, code: item.item.split('/')[1]! }));
  const { products, quietMs } = await fetchProducts(
    [...new Set(asked.map(({ code }) => code))],
    pastDays(items, now),
    desk,
  );
  const answers = asked.map(({ item, set, code, askedAt, foundAt, misses }) => {
    const product = productOf(products, set, code);
    const last = foundAt === null ? null : askedAt;
    const since = last === null ? null : new Date(last.getTime() - OVERLAP_DAYS * MS_PER_DAY);
    const rows = product === null ? [] : mapPrices(product, set, since);
    const hasFound = rows.some((row) => last === null || String(row[OBSERVED_AT]) > last.toISOString());
    return { rows, outcome: { item, hasFound, dueAt: nextDue(hasFound ? 0 : misses + 1, now) } };
  });
  return {
    rows: pricesTable(answers.flatMap(({ rows }) => rows)),
    items: answers.map(({ outcome }) => outcome),
    quietUntil: quietMs > 0 ? new Date(now.getTime() + quietMs) : undefined,
    raw: products,
  };
}

const OBSERVED_AT = pricesTable([]).header.indexOf('observed_at');

/** Null: nothing is known of a set, and its whole past is wanted. */
function pastDays(items: readonly SourceItem[], now: Date): number | null {
  const oldest = Math.min(...items.map(({ askedAt, foundAt }) => (foundAt === null ? 0 : (askedAt?.getTime() ?? 0))));
  return oldest === 0 ? null : Math.ceil((now.getTime() - oldest) / MS_PER_DAY) + OVERLAP_DAYS;
}

/** Twice the pause after each call without a change. */
function nextDue(misses: number, now: Date): Date {
  const pauseMs = Math.min(LONGEST_PAUSE_DAYS * MS_PER_DAY, FIRST_PAUSE_HOURS * HOUR_MS * 2 ** misses);
  return new Date(now.getTime() + pauseMs);
}
