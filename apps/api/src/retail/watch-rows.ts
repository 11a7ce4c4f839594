import { setImmediate as nextTurn } from 'node:timers/promises';
import type { HeldListing } from '@brickmarket/persistence-ports';
import type { DataStamp } from '../hot-path/versioned-cache.ts';
import { JsonPieces } from '../http/json-pieces.ts';
import type { RetailDocuments } from './retail-documents.ts';
import { withPaid } from './retail-row.presenter.ts';

const ROWS_PER_TURN = 500;

/**
 * The rows of held sets with what was paid for them. So many at a time, so that other requests get their turn however many
 * are held. The rows are everybody's and kept; what was paid is the caller's own and only passes through.
 */
export async function watchRows(
  held: readonly HeldListing[],
  documents: RetailDocuments,
  stamp: DataStamp,
): Promise<JsonPieces> {
  const pieces: Buffer[] = [];
  for (let from = 0; from < held.length; from += ROWS_PER_TURN) {
    if (from > 0) await nextTurn();
    const some = held.slice(from, from + ROWS_PER_TURN);
    const rows = await documents.ofSets(
      some.map(({ setNumber }) => setNumber),
      stamp,
    );
    pieces.push(
      Buffer.from(
        `${from > 0 ? ',' : ''}${some.map(({ paidCents }, index) => withPaid(rows[index]!, paidCents)).join(',')}`,
      ),
    );
  }
  return new JsonPieces([Buffer.from('['), ...pieces, Buffer.from(']')]);
}
