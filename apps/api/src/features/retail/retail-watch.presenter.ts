import { setImmediate as nextTick } from 'node:timers/promises';
import type { WatchedSet } from '@brickmarket/persistence-ports';
import type { DataStamp } from '../../caching/versioned-cache.ts';
import { JsonPieces } from '../../http/json-document.ts';
import type { RetailDocuments } from './retail-documents.ts';

const ROWS_PER_TICK = 500;

/**
 * The rows of held sets with what was paid for them, some hundreds per tick, so that a large collection does not block
 * other requests. The rows are shared and kept; what was paid is the caller's own and only passes through.
 * A set whose row says that no retailer lists it is left out: it was listed after the request was admitted.
 */
export async function watchRows(
  held: readonly WatchedSet[],
  documents: RetailDocuments,
  stamp: DataStamp,
): Promise<JsonPieces> {
  const pieces: Buffer[] = [];
  for (let from = 0; from < held.length; from += ROWS_PER_TICK) {
    if (from > 0) await nextTick();
    const some = held.slice(from, from + ROWS_PER_TICK);
    const rows = await documents.ofSets(
      some.map(({ setNumber }) => setNumber),
      stamp,
    );
    const listed = some.flatMap(({ averageCostCents }, index) => rows[index]?.withPaid(averageCostCents) ?? []);
    if (listed.length > 0) pieces.push(Buffer.from(`${pieces.length > 0 ? ',' : ''}${listed.join(',')}`));
  }
  return new JsonPieces([Buffer.from('['), ...pieces, Buffer.from(']')]);
}
