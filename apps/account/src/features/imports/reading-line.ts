import { AccountError } from '../../http/errors.ts';

/** How many files are read, and how many wait. */
export interface LineLimits {
  /** Files that are read at the same time, each of another account. */
  readonly atOnce: number;
  /** Files of one account that are read or wait. */
  readonly perAccount: number;
  /** Files of all accounts that are read or wait. */
  readonly inAll: number;
}

/** The place of a file in line. */
export interface Place {
  readonly accountId: number;
}

interface Waiting extends Place {
  readonly begin: () => void;
}

const RETRY_SECONDS = 30;

/**
 * The files that are sent, first come, first read, but only one of an account at a time: whoever sends many files keeps
 * nobody else from having one read. The line has an end, behind which files are refused.
 */
export class ReadingLine {
  readonly #places = new Set<Place>();
  readonly #waiting: Waiting[] = [];
  readonly #reading = new Set<number>();

  constructor(private readonly limits: LineLimits) {}

  /** Throws unless one more file of the account finds a place. */
  requirePlace(accountId: number): void {
    const { perAccount, inAll } = this.limits;
    const own = [...this.#places].filter((one) => one.accountId === accountId).length;
    if (own >= perAccount)
      throw new AccountError(
        'TooManyAttempts',
        'Three of your files are being read. Please send this one when one of them is done.',
        undefined,
        RETRY_SECONDS,
      );
    if (this.#places.size >= inAll)
      throw new AccountError(
        'Overloaded',
        'Many files of others are being read at this moment. Please send this one again in a minute.',
        undefined,
        RETRY_SECONDS,
      );
  }

  /** Takes the place of one more file, which has to be left again. */
  enter(accountId: number): Place {
    this.requirePlace(accountId);
    const place = { accountId };
    this.#places.add(place);
    return place;
  }

  leave(place: Place): void {
    this.#places.delete(place);
  }

  /** Reads a file when it is its turn, and leaves its place. */
  async read<Result>(place: Place, read: () => Promise<Result>): Promise<Result> {
    try {
      await new Promise<void>((begin) => {
        this.#waiting.push({ ...place, begin });
        this.#beginNext();
      });
      return await read().finally(() => this.#reading.delete(place.accountId));
    } finally {
      this.leave(place);
      this.#beginNext();
    }
  }

  #beginNext(): void {
    while (this.#reading.size < this.limits.atOnce) {
      const at = this.#waiting.findIndex(({ accountId }) => !this.#reading.has(accountId));
      if (at < 0) return;
      const [next] = this.#waiting.splice(at, 1);
      this.#reading.add(next!.accountId);
      next!.begin();
    }
  }
}
