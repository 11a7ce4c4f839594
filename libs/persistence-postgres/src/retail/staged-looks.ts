import type { IdentifiedObservation } from '@brickmarket/persistence-ports';
import { binaryRows, cutRows } from '../import/binary-rows.ts';
import type { BinaryCopyIn } from '../import/binary-copy-in.ts';
import type { ImportSession } from '../import/import-session.ts';
import { type LookRow, lookRow, roomForLook, writeLook } from './look-row.ts';
import { type SetSlice, slicesOf } from './set-slices.ts';

/** Neighbouring sets share a place. */
const SETS_PER_PLACE = 128;
const BLOCK_BYTES = 32_768;
/** A block is a row of two fields: the length of the first, the place, the length of the second, then the looks. */
const LOOKS_AT = 14;

interface OpenBlock {
  bytes: Buffer;
  end: number;
  /** All looks at this place, in this block or before it. */
  rows: number;
}

/**
 * Looks wait in a temporary table until all have been read, however many there are: in blocks of rows that are ready to be
 * stored. To write and sort them there row by row would cost more than all the rest.
 */
export class StagedLooks {
  readonly #open = new Map<number, OpenBlock>();
  readonly #copy: BinaryCopyIn;

  private constructor(private readonly session: ImportSession) {
    this.#copy = session.copyBinaryInto('staged_block', ['place', 'looks']);
  }

  static async begin(session: ImportSession): Promise<StagedLooks> {
    // Compressing takes longer than writing what it saves.
    await session.stage('staged_block (place integer, looks bytea STORAGE EXTERNAL)');
    return new StagedLooks(session);
  }

  async add(batch: readonly IdentifiedObservation[]): Promise<void> {
    const full: Buffer[] = [];
    for (const { setId, observation } of batch) {
      const place = Math.floor(setId / SETS_PER_PLACE);
      const room = roomForLook(observation);
      let block = this.#open.get(place);
      if (block === undefined) this.#open.set(place, (block = { bytes: emptyBlock(room), end: LOOKS_AT, rows: 0 }));
      else if (block.end + room > block.bytes.length) {
        full.push(closed(place, block));
        block.bytes = emptyBlock(room);
        block.end = LOOKS_AT;
      }
      block.end = writeLook(block.bytes, block.end, setId, observation);
      block.rows++;
    }
    await this.#copy.write(full);
  }

  /** Stages what is left, and cuts the sets into slices of at most so many looks; the sets of one place are never parted. */
  async end(maxRows: number): Promise<readonly SetSlice[]> {
    const places = [...this.#open].toSorted(([a], [b]) => a - b);
    await this.#copy.write(places.map(([place, block]) => closed(place, block)));
    await this.#copy.end();
    this.#open.clear();
    return slicesOf(
      places.map(([place, { rows }]) => ({
        firstSetId: place * SETS_PER_PLACE,
        lastSetId: (place + 1) * SETS_PER_PLACE - 1,
        rows,
      })),
      maxRows,
    );
  }

  /** The looks at the sets of a slice, in no order. */
  async read({ firstSetId, lastSetId }: SetSlice): Promise<readonly LookRow[]> {
    const looks: LookRow[] = [];
    const places = `place BETWEEN ${Math.floor(firstSetId / SETS_PER_PLACE)} AND ${Math.floor(lastSetId / SETS_PER_PLACE)}`;
    for await (const blocks of binaryRows(
      this.session.copyOut(`COPY (SELECT place, looks FROM staged_block WHERE ${places}) TO STDOUT (FORMAT binary)`),
    )) {
      for (const block of blocks)
        for (const row of cutRows(block.subarray(LOOKS_AT)).complete) looks.push(lookRow(row));
    }
    return looks;
  }
}

function emptyBlock(room: number): Buffer {
  return Buffer.allocUnsafe(Math.max(BLOCK_BYTES, LOOKS_AT + room));
}

function closed(place: number, { bytes, end }: OpenBlock): Buffer {
  let at = bytes.writeInt16BE(2);
  at = bytes.writeInt32BE(place, bytes.writeInt32BE(4, at));
  bytes.writeInt32BE(end - LOOKS_AT, at);
  return bytes.subarray(0, end);
}
