import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { AdmittedRequest } from '../../access/admission.ts';

const MOST_BYTES = 16 * 1_048_576;
/** The LRU entry and what names the state of the books. */
const OVERHEAD_BYTES = 400;

/** What is known of an account's sets, as long as its books and the catalogue's numbers stay as they are. */
interface Known {
  readonly state: string;
  /** Checksums of the numbers of its sets, in order; null when they have not been asked for before. */
  readonly checksums: Uint32Array | null;
}

/**
 * Which sets an account does not hold. Most callers who ask for the retail prices of a set do not hold it, and the
 * admission has told whether their books have changed since. Checksums only: numbers that have the same one cost a
 * read that finds nothing, and whatever is wrong here, an account never sees what another one has.
 */
export class HeldSets {
  private readonly accounts = new LRUCache<number, Known>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ checksums }) => OVERHEAD_BYTES + (checksums?.byteLength ?? 0),
  });

  constructor(
    /** The numbers of all sets that an account holds. */
    private readonly listHeld: (accountId: number) => Promise<readonly string[]>,
  ) {}

  /**
   * Whether the account may hold a set with one of these numbers. All its sets are read when it asks for the second
   * time in the same state: one that changes its books between any two requests is spared that.
   */
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
    // Read after the admission that told the state: they are of this state, or of a newer one, which has another name.
    this.accounts.set(accountId, { state, checksums });
    return checksums;
  }
}

/** Whether an ordered list has a number. */
function includes(ordered: Uint32Array, wanted: number): boolean {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ordered[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return ordered[low] === wanted;
}
