import type { SaleBlock } from '@brickmarket/persistence-ports';

/**
 * The sales of an item as one value, eight bytes each: the day since 1970 (16 bits), whether used (1), cents (31), pieces
 * (16). A row for every sale would cost both sides several times as much as the sales themselves.
 */
export const PACKED_SALES = `string_agg(int8send(
  ((sold_day - date '1970-01-01')::bigint << 48) | ((condition = 'used')::integer::bigint << 47) | (price_cents::bigint << 16) | least(quantity, 65535)
), '')`;

const BLOCK_SALES = 65_536;
const SALE_BYTES = 8;
/** `PGCOPY\n\xff\r\n\0`, flags, length of the extension. */
const HEADER_BYTES = 19;
/** A count of fields, the item's id and its length, the length of the sales. */
const ITEM_BYTES = 2 + 4 + 4 + 4;

/** Reads rows of an item's id and its packed sales off a binary COPY, whose chunks may end anywhere, and hands on full blocks. */
export class PackedSalesReader {
  #block = emptyBlock();
  #length = 0;
  #rest: Buffer = Buffer.alloc(0);
  #skip = HEADER_BYTES;
  #itemId = 0;
  /** Sales of the item that have not come yet. */
  #missing = 0;

  constructor(private readonly take: (block: SaleBlock) => void) {}

  read(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let at = Math.min(this.#skip, bytes.length);
    this.#skip -= at;
    for (;;) {
      const sales = Math.min(this.#missing, Math.floor((bytes.length - at) / SALE_BYTES), BLOCK_SALES - this.#length);
      this.#unpack(view, at, sales);
      at += sales * SALE_BYTES;
      if (this.#length === BLOCK_SALES) this.#handOn();
      else if (this.#missing > 0 || at + ITEM_BYTES > bytes.length) break;
      else at = this.#nextItem(view, at);
    }
    // The trailer is shorter than the head of an item and stays behind.
    this.#rest = bytes.subarray(at);
  }

  end(): void {
    if (this.#length > 0) this.#handOn();
  }

  #nextItem(view: DataView, at: number): number {
    this.#itemId = view.getInt32(at + 6);
    this.#missing = view.getInt32(at + 10) / SALE_BYTES;
    return at + ITEM_BYTES;
  }

  #unpack(view: DataView, from: number, sales: number): void {
    const { market, day, priceCents, quantity } = this.#block;
    const sealed = 2 * this.#itemId;
    let to = this.#length;
    for (let at = from; at < from + sales * SALE_BYTES; at += SALE_BYTES) {
      const high = view.getUint32(at);
      const low = view.getUint32(at + 4);
      market[to] = sealed + ((high >>> 15) & 1);
      day[to] = high >>> 16;
      priceCents[to] = ((high & 0x7fff) << 16) | (low >>> 16);
      quantity[to++] = low & 0xffff;
    }
    this.#length = to;
    this.#missing -= sales;
  }

  #handOn(): void {
    this.take({ ...this.#block, length: this.#length });
    this.#block = emptyBlock();
    this.#length = 0;
  }
}

function emptyBlock() {
  return { market: new Int32Array(BLOCK_SALES), day: new Int32Array(BLOCK_SALES), priceCents: new Int32Array(BLOCK_SALES), quantity: new Int32Array(BLOCK_SALES) };
}
