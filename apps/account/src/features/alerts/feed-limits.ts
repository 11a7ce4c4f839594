import { type Clock, LimitedError } from '@brickmarket/domain';

const WINDOW_MS = 60_000;
const REQUESTS_PER_NETWORK = 60;
const REQUESTS_PER_FEED = 12;

/** Requests per minute, by network and address. In memory: it bounds this process's work, not guessing. */
export class FeedLimits {
  #windowEndsAt = 0;
  readonly #counts = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  /** Throws LimitedError. */
  spend({ network, secret }: { readonly network: string; readonly secret: string }): void {
    const now = this.clock.now().getTime();
    if (now >= this.#windowEndsAt) {
      this.#windowEndsAt = now + WINDOW_MS;
      this.#counts.clear();
    }
    // Network first: made-up secrets fill no memory.
    this.#count(`network ${network}`, REQUESTS_PER_NETWORK);
    this.#count(`secret ${secret}`, REQUESTS_PER_FEED);
  }

  #count(subject: string, most: number): void {
    const count = (this.#counts.get(subject) ?? 0) + 1;
    if (count > most) throw new LimitedError('this feed is asked for too often', new Date(this.#windowEndsAt));
    this.#counts.set(subject, count);
  }
}
