import { AccountError } from '../../http/errors.ts';

export interface LineLimits {
  /** Concurrent reads, each of another account. */
  readonly atOnce: number;
  /** Per account, reading or waiting. */
  readonly perAccount: number;
  /** In all, reading or waiting. */
  readonly inAll: number;
}

export interface Place {
  readonly accountId: number;
}

interface Waiting extends Place {
  readonly begin: () => void;
}

const RETRY_SECONDS = 30;

/** First come, first read, one per account at a time, so that many files of one account delay no other. */
export class ReadingLine {
  readonly #places = new Set<Place>();
  readonly #waiting: Waiting[] = [];
  readonly #reading = new Set<number>();

  constructor(private readonly limits: LineLimits) {}

  /** Throws if the line is full. */
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

  /** The place must be left again. */
  enter(accountId: number): Place {
    this.requirePlace(accountId);
    const place = { accountId };
    this.#places.add(place);
    return place;
  }

  leave(place: Place): void {
    this.#places.delete(place);
  }

  /** Waits for its turn, then leaves the place. */
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
