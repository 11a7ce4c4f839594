import { formatIsoDay } from '@brickmarket/domain';
import type { SaleScope, SaleSeriesHandler } from '@brickmarket/persistence-ports';
import type { ImportSession } from '../import/import-session.ts';
import { PACKED_SALES, PackedSalesReader } from './packed-sales.ts';

/** Into how many statements reading everything is divided: each holds its snapshot for as long as it sends, and no longer. */
const STRETCHES = 8;

/**
 * Reads sales by COPY, in the order of the index that holds all of them: those of an item come together and by day. Reading
 * everything keeps two connections busy. An item's sales are always of one moment; those of different items need not be.
 */
export async function readSales(session: ImportSession, scope: SaleScope, take: SaleSeriesHandler): Promise<void> {
  const inTime = `sold_day > '${formatIsoDay(scope.after)}' AND sold_day <= '${formatIsoDay(scope.until)}'`;
  if (scope.itemIds !== 'all')
    return readStretch(session, `item_id = ANY ('{${scope.itemIds.join(',')}}') AND ${inTime}`, take);
  const stretches = await listStretches(session);
  const readOn = async (reader: ImportSession): Promise<void> => {
    try {
      for (let stretch = stretches.shift(); stretch !== undefined; stretch = stretches.shift())
        await readStretch(reader, `${stretch} AND ${inTime}`, take);
    } catch (error) {
      // The other one has nothing to go on for.
      stretches.length = 0;
      throw error;
    }
  };
  await session.withSecond((second) => Promise.all([readOn(session), readOn(second)]));
}

async function readStretch(session: ImportSession, which: string, take: SaleSeriesHandler): Promise<void> {
  const reader = new PackedSalesReader(take);
  const sales = `SELECT item_id, ${PACKED_SALES} FROM source.market_sale WHERE ${which} GROUP BY item_id`;
  for await (const chunk of session.copyOut(`COPY (${sales}) TO STDOUT WITH (FORMAT binary)`)) reader.read(chunk);
}

/** Stretches of item ids as conditions, all ids together. */
async function listStretches(session: ImportSession): Promise<string[]> {
  const [range] = await session.query<{ first: number | null; last: number | null }>(
    'SELECT min(item_id) AS first, max(item_id) AS last FROM source.market_sale',
  );
  const { first, last } = range!;
  if (first === null || last === null) return [];
  const size = Math.ceil((last - first + 1) / STRETCHES);
  return Array.from(
    { length: STRETCHES },
    (_, at) => `item_id >= ${first + at * size} AND item_id < ${first + (at + 1) * size}`,
  );
}
