import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { AdmittedRequest } from '../../access/admission.ts';

const MOST_BYTES = 16 * 1_048_576;
/** LRU entry and state name. */
const OVERHEAD_BYTES = 400;

/** Valid for one state of portfolio and catalog. */
interface Known {
  readonly state: string;
  /** Sorted checksums of set numbers; null: first request in this state. */
  readonly checksums: Uint32Array | null;
}

/** Avoids reads for sets not held. Checksum collisions cost an empty read, never another account's data. */
export class HeldSets {
  private readonly accounts = new LRUCache<number, Known>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ checksums }) => OVERHEAD_BYTES + (checksums?.byteLength ?? 0),
  });

  constructor(private readonly listHeld: (accountId: number) => Promise<readonly string[]>) {}

  /** Reads all sets on the second request in a state, which spares accounts that change between requests. */
  async mayHold(
    { accountId, books, versions }: Pick<AdmittedRequest, 'accountId' | 'books' | 'versions'>,
    setNumbers: readonly string[],
  ): Promise<boolean> {
    const state = `${books} ${versions.catalog}`;
    const known = this.accounts.get(accountId);
    if (known?.state !== state) {
      this.accounts.set(accountId, { state, checksums: null });
      return true;
    }
    const checksums = known.checksums ?? (await this.learn(accountId, state));
    return setNumbers.some((number) => includes(checksums, crc32(number)));
  }

  private async learn(accountId: number, state: string): Promise<Uint32Array> {
    const checksums = Uint32Array.from(await this.listHeld(accountId), (number) => crc32(number)).sort();
    // Read after admission: of this state, or a newer one with another name.
    this.accounts.set(accountId, { state, checksums });
    return checksums;
  }
}

function includes(ordered: Uint32Array, wanted: number): boolean {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ordered[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return ordered[low] === wanted;
}
