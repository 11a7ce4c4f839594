import type { IdentifiedObservation } from '@brickmarket/persistence-ports';
import { binaryRows, cutRows } from '../bulk/binary-rows.ts';
import type { BinaryCopyIn } from '../bulk/copy-in.ts';
import type { WriteSession } from '../bulk/write-session.ts';
import { type ObservationRow, observationRow, maxBytesOf, writeObservation } from './observation-row.ts';

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
