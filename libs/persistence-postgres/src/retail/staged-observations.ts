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

/** A observation as a row of binary COPY. It is staged, compared, stored and read back in this one form. */
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
/** More than all fields but the web address take. */
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

/** What a row says of its listing. */
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

/** Whether two observations of one listing at one instant saw the same. */
export function hasSameContent(a: ObservationRow, b: ObservationRow): boolean {
  return a.bytes.compare(b.bytes, RETAILER_AT, b.bytes.length, RETAILER_AT, a.bytes.length) === 0;
}

/**
 * Tells an observation from so many others of its instant that saw something else. Observations stored by the first release have a hash here,
 * which is no use for knowing one again: it took in the inner numbers of enum values, and those change with a restored backup.
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

/** In two halves: beyond the year 4000 a number cannot hold that many microseconds. */
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

/** Joins neighbours, in the order of their ids, into slices of at most so many rows; one that has more is a slice of its own. */
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
/** A block is a row of two fields: the length of the first, the bucket, the length of the second, then the observations. */
const OBSERVATIONS_AT = 14;

interface OpenBlock {
  bytes: Buffer;
  end: number;
  /** All observations at this bucket, in this block or before it. */
  rows: number;
}

/**
 * Observations wait in a temporary table until all have been read, however many there are: in blocks of rows that are ready to be
 * stored. To write and sort them there row by row would cost more than all the rest.
 */
export class StagedObservations {
  readonly #open = new Map<number, OpenBlock>();
  readonly #copy: BinaryCopyIn;

  private constructor(private readonly session: WriteSession) {
    this.#copy = session.copyBinaryInto('staged_block', ['bucket', 'observations']);
  }

  static async begin(session: WriteSession): Promise<StagedObservations> {
    // Compressing takes longer than writing what it saves.
    await session.stage('staged_block (bucket integer, observations bytea STORAGE EXTERNAL)');
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

  /** Stages what is left, and cuts the sets into slices of at most so many observations; the sets of one bucket are never parted. */
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
    const buckets = `bucket BETWEEN ${Math.floor(firstSetId / SETS_PER_BUCKET)} AND ${Math.floor(lastSetId / SETS_PER_BUCKET)}`;
    for await (const blocks of binaryRows(
      this.session.copyOut(
        `COPY (SELECT bucket, observations FROM staged_block WHERE ${buckets}) TO STDOUT (FORMAT binary)`,
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
