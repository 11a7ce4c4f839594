import { epochDayOf, formatIsoDay, MS_PER_DAY, startOfDay } from '@brickmarket/domain';
import type { MarketItemFacts } from '@brickmarket/persistence-ports';
import type { Desk, RankedItem, Source, SourceReply } from '../shared/source.ts';
import { type BricksetSet, fetchSets, PAGE_SIZE } from './brickset-api.ts';
import { mapDetails } from './map-details.ts';

const UPDATES = 'updates';
/** Updates of a day before are asked for again: no clock is trusted to the second. */
const OVERLAP_DAYS = 2;
const ROUND_DAYS = 30;
/** Brickset lists more sets in a year than the catalog does. */
const MARGIN = 1.3;
const YEAR = /^\d{4}$/;

/** List prices, dates, barcodes and boxes. One page is one item, so that a killed process repeats one call. */
export const BRICKSET: Source = {
  name: 'brickset',
  title: 'Brickset',
  termsUrl: 'https://brickset.com/article/52664/api-version-3-documentation',
  address: 'https://brickset.com/api/v3.asmx',
  secrets: ['api-key'],
  // Of 100 for a new key.
  callsADay: 90,
  callsASecond: 1,
  atOnce: 1,
  batch: 1,
  itemOf: (text = '2024') => Promise.resolve(YEAR.test(text) ? `${text}/1` : null),
  plan: async (market) => planPages(await market()),
  ask: ([asked], desk) =>
    asked!.item === UPDATES ? askForUpdates(asked!.askedAt, desk) : askForPage(asked!.item, desk),
  probe: async (desk) => void (await fetchSets({ year: '1949' }, 1, desk)),
};

/** Updates first, then the newest years. */
function planPages(market: readonly MarketItemFacts[]): readonly RankedItem[] {
  const sets = new Map<number, number>();
  for (const { kind, condition, year } of market)
    if (kind === 'set' && condition === 'sealed' && year !== null) sets.set(year, (sets.get(year) ?? 0) + 1);
  const pages = [...sets].flatMap(([year, count]) =>
    Array.from({ length: Math.ceil((count * MARGIN) / PAGE_SIZE) }, (_, index) => ({
      item: `${year}/${index + 1}`,
      rank: year,
    })),
  );
  return [{ item: UPDATES, rank: 10_000 }, ...pages];
}

async function askForPage(item: string, desk: Desk): Promise<SourceReply> {
  const [year, page] = item.split('/') as [string, string];
  const { sets } = await fetchSets({ year }, Number(page), desk);
  return replyOf(item, sets, ROUND_DAYS, desk.now);
}

async function askForUpdates(askedAt: Date | null, desk: Desk): Promise<SourceReply> {
  const since = epochDayOf(askedAt ?? desk.now) - OVERLAP_DAYS;
  const all: BricksetSet[] = [];
  for (let page = 1; ; page++) {
    const { matches, sets } = await fetchSets({ updatedSince: formatIsoDay(since) }, page, desk);
    all.push(...sets);
    if (sets.length === 0 || all.length >= matches) break;
  }
  return replyOf(UPDATES, all, 1, desk.now);
}

function replyOf(item: string, sets: readonly BricksetSet[], days: number, now: Date): SourceReply {
  const dueAt = days === 1 ? startOfDay(epochDayOf(now) + 1) : new Date(now.getTime() + days * MS_PER_DAY);
  const hasFound = sets.length > 0;
  return { rows: hasFound ? mapDetails(sets) : null, items: [{ item, hasFound, dueAt }], raw: sets };
}
