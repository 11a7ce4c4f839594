import {
  type PriceObservation,
  type Retailer,
  RETAILERS,
  type RetailObservation,
  SELLER_TYPES,
} from '@brickmarket/domain';
import type { IdentifiedObservation } from '@brickmarket/persistence-ports';
import { FieldReader, binaryRows, cutRows, type BinaryCopyIn } from '../bulk/binary-copy.ts';
import type { WriteSession } from '../bulk/write-session.ts';

/** The columns of `source.retail_observation` in the order of an observation's row. */
export const OBSERVATION_COLUMNS = [
  'set_id',
  'observed_at',
  'content',
  'retailer',
  'price_cents',
  'list_price_cents',
  'seller_type',
  'in_stock',
  'product_url',
  'lowest_fba_cents',
  'fba_sellers',
  'buy_box_cents',
];

/** An observation as a row of binary COPY. It is staged, compared, stored and read back in this one form. */
export interface ObservationRow {
  readonly setId: number;
  readonly retailer: Retailer;
  readonly observedAtMs: number;
  readonly bytes: Buffer;
}

// Each field is preceded by its length in four bytes; up to the retailer all lengths are fixed.
const SET_ID_AT = 6;
const OBSERVED_AT = 14;
const CONTENT_AT = 26;
const RETAILER_AT = 34;
/** An upper bound for all fields except the web address. */
const MAX_BYTES_WITHOUT_URL = 192;
/** PostgreSQL counts microseconds from 2000-01-01. */
const MS_TO_2000 = 946_684_800_000;
const TWO_TO_32 = 4_294_967_296;

/** At least as many bytes as `writeObservation` may need. */
export function maxBytesOf({ productUrl }: RetailObservation): number {
  return MAX_BYTES_WITHOUT_URL + (productUrl?.length ?? 0) * 3;
}

/** Writes an observation as the first one of its instant, and returns where it ends. */
export function writeObservation(into: Buffer, from: number, setId: number, observation: RetailObservation): number {
  let at = into.writeInt16BE(OBSERVATION_COLUMNS.length, from);
  at = writeInteger(into, at, setId);
  at = writeInstant(into, into.writeInt32BE(8, at), observation.observedAt);
  at = writeContent(into, into.writeInt32BE(8, at), 0);
  at = writeText(into, at, observation.retailer);
  at = writeInteger(into, at, observation.priceCents);
  at = writeInteger(into, at, observation.listPriceCents);
  at = writeText(into, at, observation.sellerType);
  at =
    observation.inStock === null
      ? writeNull(into, at)
      : into.writeUInt8(observation.inStock ? 1 : 0, into.writeInt32BE(1, at));
  at = writeText(into, at, observation.productUrl);
  at = writeInteger(into, at, observation.lowestFbaCents);
  at = writeInteger(into, at, observation.fbaSellers);
  return writeInteger(into, at, observation.buyBoxCents);
}

export function observationRow(bytes: Buffer): ObservationRow {
  const retailer = new FieldReader(bytes, RETAILER_AT).oneOf(RETAILERS)!;
  return { setId: bytes.readInt32BE(SET_ID_AT), retailer, observedAtMs: instantMs(bytes, OBSERVED_AT), bytes };
}

/** Decodes a row. */
export function priceObservation({ observedAtMs, bytes }: ObservationRow): PriceObservation {
  const fields = new FieldReader(bytes, RETAILER_AT);
  fields.skip();
  return {
    observedAt: new Date(observedAtMs),
    priceCents: fields.integer(),
    listPriceCents: fields.integer(),
    sellerType: fields.oneOf(SELLER_TYPES),
    inStock: fields.truth(),
    productUrl: fields.text(),
    lowestFbaCents: fields.integer(),
    fbaSellers: fields.integer(),
    buyBoxCents: fields.integer(),
  };
}

/** The number of an observation within its instant, or the hash that the first release stored there. */
export function contentOf({ bytes }: ObservationRow): bigint {
  return bytes.readBigInt64BE(CONTENT_AT);
}

/** Whether two observations of one listing at one instant have the same content. */
export function hasSameContent(a: ObservationRow, b: ObservationRow): boolean {
  return a.bytes.compare(b.bytes, RETAILER_AT, b.bytes.length, RETAILER_AT, a.bytes.length) === 0;
}

/**
 * Numbers an observation after `others` different ones of the same instant. Rows of the first release have a hash in
 * this column. It must not be used to recognize an observation: it includes the internal ids of enum values, which are
 * others after a backup is restored.
 */
export function numberWithinInstant({ bytes }: ObservationRow, others: number): void {
  writeContent(bytes, CONTENT_AT, others);
}

function writeNull(into: Buffer, at: number): number {
  return into.writeInt32BE(-1, at);
}

function writeInteger(into: Buffer, at: number, value: number | null): number {
  return value === null ? writeNull(into, at) : into.writeInt32BE(value, into.writeInt32BE(4, at));
}

/** In two halves of 32 bits: microseconds beyond the year 4000 are not exact in a JavaScript number. */
function writeInstant(into: Buffer, at: number, instant: Date): number {
  const ms = instant.getTime() - MS_TO_2000;
  const highMs = Math.floor(ms / TWO_TO_32);
  const low = (ms - highMs * TWO_TO_32) * 1_000;
  const carried = Math.floor(low / TWO_TO_32);
  return into.writeUInt32BE(low - carried * TWO_TO_32, into.writeInt32BE(highMs * 1_000 + carried, at));
}

function instantMs(bytes: Buffer, at: number): number {
  const high = bytes.readInt32BE(at);
  const highMs = Math.floor(high / 1_000);
  return highMs * TWO_TO_32 + ((high - highMs * 1_000) * TWO_TO_32 + bytes.readUInt32BE(at + 4)) / 1_000 + MS_TO_2000;
}

function writeContent(into: Buffer, at: number, content: number): number {
  return into.writeInt32BE(content, into.writeInt32BE(0, at));
}

function writeText(into: Buffer, at: number, text: string | null): number {
  if (text === null) return writeNull(into, at);
  const length = into.write(text, at + 4);
  into.writeInt32BE(length, at);
  return at + 4 + length;
}

/** Neighbouring sets, by id, that are merged together. */
export interface SetSlice {
  readonly firstSetId: number;
  readonly lastSetId: number;
}

/**
 * Joins neighbours, in the order of their ids, into slices of at most `maxRows`; a larger one is a slice of its own.
 */
export function slicesOf(
  neighbours: readonly (SetSlice & { readonly rows: number })[],
  maxRows: number,
): readonly SetSlice[] {
  const slices: { firstSetId: number; lastSetId: number; rows: number }[] = [];
  for (const { firstSetId, lastSetId, rows } of neighbours) {
    const open = slices.at(-1);
    if (open && open.rows + rows <= maxRows) {
      open.lastSetId = lastSetId;
      open.rows += rows;
    } else slices.push({ firstSetId, lastSetId, rows });
  }
  return slices;
}

/** Neighbouring sets share a bucket. */
const SETS_PER_BUCKET = 128;
const BLOCK_BYTES = 32_768;
/** Offset of the observations in a block, which is a row of two fields: length, bucket, length, observations. */
const OBSERVATIONS_AT = 14;

interface OpenBlock {
  bytes: Buffer;
  end: number;
  /** All observations of this bucket, in this block and in earlier ones. */
  rows: number;
}

/**
 * Stages a feed of any size in a temporary table, as blocks of rows in the binary form in which they are stored.
 * Writing and sorting single rows there would cost more than the rest of the import.
 */
export class StagedObservations {
  readonly #open = new Map<number, OpenBlock>();
  readonly #copy: BinaryCopyIn;

  private constructor(private readonly session: WriteSession) {
    this.#copy = session.copyBinaryInto('staged_block', ['bucket', 'observations']);
  }

  static async begin(session: WriteSession): Promise<StagedObservations> {
    await session.stage('staged_block (bucket integer, observations bytea)');
    // Not compressed: that takes longer than writing the bytes it saves. PostgreSQL 15 does not take the storage of a
    // column in CREATE TABLE.
    await session.write('ALTER TABLE staged_block ALTER COLUMN observations SET STORAGE EXTERNAL');
    return new StagedObservations(session);
  }

  async add(batch: readonly IdentifiedObservation[]): Promise<void> {
    const full: Buffer[] = [];
    for (const { setId, observation } of batch) {
      const bucket = Math.floor(setId / SETS_PER_BUCKET);
      const maxBytes = maxBytesOf(observation);
      let block = this.#open.get(bucket);
      if (block === undefined)
        this.#open.set(bucket, (block = { bytes: emptyBlock(maxBytes), end: OBSERVATIONS_AT, rows: 0 }));
      else if (block.end + maxBytes > block.bytes.length) {
        full.push(closed(bucket, block));
        block.bytes = emptyBlock(maxBytes);
        block.end = OBSERVATIONS_AT;
      }
      block.end = writeObservation(block.bytes, block.end, setId, observation);
      block.rows++;
    }
    await this.#copy.write(full);
  }

  /** Stages the open blocks and divides the sets into slices of at most `maxRows`; a bucket is always in one slice. */
  async end(maxRows: number): Promise<readonly SetSlice[]> {
    const buckets = [...this.#open].toSorted(([a], [b]) => a - b);
    await this.#copy.write(buckets.map(([bucket, block]) => closed(bucket, block)));
    await this.#copy.end();
    this.#open.clear();
    return slicesOf(
      buckets.map(([bucket, { rows }]) => ({
        firstSetId: bucket * SETS_PER_BUCKET,
        lastSetId: (bucket + 1) * SETS_PER_BUCKET - 1,
        rows,
      })),
      maxRows,
    );
  }

  /** The observations at the sets of a slice, in no order. */
  async read({ firstSetId, lastSetId }: SetSlice): Promise<readonly ObservationRow[]> {
    const observations: ObservationRow[] = [];
    const [first, last] = [firstSetId, lastSetId].map((setId) => Math.floor(setId / SETS_PER_BUCKET));
    for await (const blocks of binaryRows(
      this.session.copyOut(
        `COPY (SELECT bucket, observations FROM staged_block WHERE bucket BETWEEN ${first} AND ${last})
         TO STDOUT (FORMAT binary)`,
      ),
    )) {
      for (const block of blocks)
        for (const row of cutRows(block.subarray(OBSERVATIONS_AT)).complete) observations.push(observationRow(row));
    }
    return observations;
  }
}

function emptyBlock(maxBytes: number): Buffer {
  return Buffer.allocUnsafe(Math.max(BLOCK_BYTES, OBSERVATIONS_AT + maxBytes));
}

function closed(bucket: number, { bytes, end }: OpenBlock): Buffer {
  let at = bytes.writeInt16BE(2);
  at = bytes.writeInt32BE(bucket, bytes.writeInt32BE(4, at));
  bytes.writeInt32BE(end - OBSERVATIONS_AT, at);
  return bytes.subarray(0, end);
}
