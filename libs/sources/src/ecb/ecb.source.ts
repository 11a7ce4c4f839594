import { epochDayOf, startOfDay } from '@brickmarket/domain';
import type { ExchangeRate, SourceItem } from '@brickmarket/persistence-ports';
import { httpFault } from '../shared/calls.ts';
import type { Desk, Source, SourceReply } from '../shared/source.ts';
import { readRates } from './rates-file.ts';

const HOUR_MS = 3_600_000;
const ITEM = 'rates';
const TIMEOUT_MS = 60_000;
/** After 16:00 in Frankfurt, in winter too. */
const PUBLISHED_HOUR = 15.5;
const TRIES = 4;
const SHORT_PAST_DAYS = 85;

/** Reference rates of the euro: all since 1999 once, then those of each working day. */
export const ECB: Source = {
  name: 'ecb',
  title: 'ECB',
  termsUrl: 'https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/',
  address: 'https://www.ecb.europa.eu/stats/eurofxref/',
  secrets: [],
  callsADay: 20,
  callsASecond: 1,
  atOnce: 1,
  batch: 1,
  itemOf: () => Promise.resolve(ITEM),
  plan: () => Promise.resolve([{ item: ITEM, rank: 1 }]),
  ask: ([asked], desk) => askForRates(asked!, desk),
  probe: async (desk) => void (await fetchRates('eurofxref-daily.xml', desk)),
};

function fetchRates(file: string, desk: Desk): Promise<readonly ExchangeRate[]> {
  const url = new URL(file, desk.settings.address.replace(/\/*$/, '/'));
  return desk.call({ url, timeoutMs: TIMEOUT_MS }, (response) => {
    const fault = httpFault('ECB', response);
    if (fault !== null) throw fault;
    return readRates(response.body);
  });
}

/** A file of yesterday is no fault: weekends and holidays have none. */
async function askForRates({ misses }: SourceItem, desk: Desk): Promise<SourceReply> {
  const today = epochDayOf(desk.now);
  const known = (desk.settings.memory as { readonly day?: number }).day ?? 0;
  const file =
    today - known <= 1
      ? 'eurofxref-daily.xml'
      : today - known <= SHORT_PAST_DAYS
        ? 'eurofxref-hist-90d.xml'
        : 'eurofxref-hist.xml';
  const rates = await fetchRates(file, desk);
  const newest = Math.max(...rates.map(({ day }) => day));
  const hasFound = newest > known;
  const isLate =
    newest < today && startOfDay(today).getUTCDay() % 6 !== 0 && desk.now >= publishedOn(today) && misses + 1 < TRIES;
  const dueAt = isLate ? new Date(desk.now.getTime() + HOUR_MS) : nextPublication(desk.now);
  return {
    rows: { kind: 'rates', rates },
    items: [{ item: ITEM, hasFound, dueAt }],
    memory: { day: Math.max(newest, known) },
    raw: rates.slice(0, 50),
  };
}

function publishedOn(day: number): Date {
  return new Date(startOfDay(day).getTime() + PUBLISHED_HOUR * HOUR_MS);
}

function nextPublication(now: Date): Date {
  const today = epochDayOf(now);
  return now < publishedOn(today) ? publishedOn(today) : publishedOn(today + 1);
}
