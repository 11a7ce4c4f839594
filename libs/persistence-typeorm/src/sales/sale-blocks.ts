import { formatIsoDay } from '@brickmarket/domain';
import type { SaleBlock, SaleScope } from '@brickmarket/persistence-ports';
import type { ImportSession } from '../import/import-session.ts';

const BLOCK_ROWS = 262_144;
/** `PGCOPY\n\xff\r\n\0`, flags, length of the extension. */
const HEADER_BYTES = 19;
/** A count of fields, then four integers with their lengths. */
const ROW_BYTES = 2 + 4 * 8;
/** PostgreSQL counts days from 2000-01-01. */
const DAYS_TO_2000 = 10_957;

/** Reads sales by binary COPY, as large blocks. The statement is all that is open meanwhile, and only while it sends. */
export async function* readSaleBlocks(session: ImportSession, scope: SaleScope): AsyncGenerator<SaleBlock> {
  if (scope.itemIds !== 'all') await chooseItems(session, scope.itemIds);
  const chosen = scope.itemIds === 'all' ? '' : 'JOIN chosen_item USING (item_id)';
  const sales = `
SELECT item_id * 2 + (condition = 'used')::integer, sold_day, price_cents, quantity
FROM source.market_sale ${chosen}
WHERE sold_day > '${formatIsoDay(scope.after)}' AND sold_day <= '${formatIsoDay(scope.until)}'`;
  const reader = new BlockReader();
  for await (const chunk of session.copyOut(`COPY (${sales}) TO STDOUT WITH (FORMAT binary)`)) yield* reader.read(chunk);
  yield reader.rest();
}

async function chooseItems(session: ImportSession, itemIds: readonly number[]): Promise<void> {
  await session.query('CREATE TEMPORARY TABLE IF NOT EXISTS chosen_item (item_id integer)');
  await session.query('TRUNCATE chosen_item');
  await session.write('INSERT INTO chosen_item SELECT unnest($1::integer[])', [itemIds]);
  await session.analyzeStaged('chosen_item');
}

/** Reads rows of fixed length off chunks that may end anywhere. */
class BlockReader {
  #block = emptyBlock();
  #rows = 0;
  #rest: Buffer = Buffer.alloc(0);
  #skip = HEADER_BYTES;

  *read(chunk: Buffer): Generator<SaleBlock> {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = Math.min(this.#skip, bytes.length);
    this.#skip -= at;
    // The trailer is shorter than a row and stays behind as the rest.
    for (; at + ROW_BYTES <= bytes.length; at += ROW_BYTES) {
      const { market, day, priceCents, quantity } = this.#block;
      market[this.#rows] = bytes.readInt32BE(at + 6);
      day[this.#rows] = bytes.readInt32BE(at + 14) + DAYS_TO_2000;
      priceCents[this.#rows] = bytes.readInt32BE(at + 22);
      quantity[this.#rows] = bytes.readInt32BE(at + 30);
      if (++this.#rows === BLOCK_ROWS) yield this.rest();
    }
    this.#rest = bytes.subarray(at);
  }

  rest(): SaleBlock {
    const block = { ...this.#block, length: this.#rows };
    this.#block = emptyBlock();
    this.#rows = 0;
    return block;
  }
}

function emptyBlock() {
  return { market: new Int32Array(BLOCK_ROWS), day: new Int32Array(BLOCK_ROWS), priceCents: new Int32Array(BLOCK_ROWS), quantity: new Int32Array(BLOCK_ROWS) };
}
