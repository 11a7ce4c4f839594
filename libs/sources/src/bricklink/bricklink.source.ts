import { isMinifigNumber, isSetNumber } from '@brickmarket/domain';
import { SourceFault } from '../shared/source-fault.ts';
import type { Source } from '../shared/source.ts';
import { mapSales } from './map-sales.ts';
import { guideItemOf, nextDue, rankItems } from './plan.ts';
import { fetchItem, fetchSold } from './price-guide.ts';

const EXAMPLE = '75192-1';

/** Sales of the last six months, from BrickLink's price guide. */
export const BRICKLINK: Source = {
  name: 'bricklink',
  title: 'BrickLink',
  termsUrl: 'https://www.bricklink.com/v3/terms_of_use.page',
  address: 'https://api.bricklink.com/api/store/v1',
  secrets: ['consumer-key', 'consumer-secret', 'token', 'token-secret'],
  // Of 5,000. BrickLink counts, but does not refuse.
  callsADay: 4_500,
  callsASecond: 2,
  atOnce: 2,
  batch: 1,
  itemOf: (text = EXAMPLE) => {
    const kind = isSetNumber(text) ? 'set' : isMinifigNumber(text) ? 'minifig' : null;
    return Promise.resolve(kind === null ? null : guideItemOf({ kind, number: text, condition: 'sealed' }));
  },
  plan: async (market, known, now) => rankItems(await market(), known, now),
  ask: async ([first], desk) => {
    const asked = first!;
    const guide = await fetchSold(asked.item, desk);
    const { rows, newest } = mapSales(asked.item, guide, desk.now);
    const hasFound = newest !== null && (asked.askedAt === null || newest > asked.askedAt);
    const dueAt = nextDue(rows.rows.length, hasFound ? 0 : asked.misses + 1, desk.now);
    return { rows, items: [{ item: asked.item, hasFound, dueAt }], raw: guide };
  },
  probe: (desk) =>
    fetchItem('SET', EXAMPLE, desk).catch((error: unknown) => {
      // The key was accepted.
      if (!(error instanceof SourceFault && error.kind === 'unknown-item')) throw error;
    }),
};
