import { type Clock, LimitedError } from '@brickmarket/domain';

const WINDOW_MS = 60_000;
const REQUESTS_PER_NETWORK = 60;
const REQUESTS_PER_FEED = 12;

/**
 * How often feeds are asked for within a minute, from one network and at one address. In memory: it bounds the work of
 * this process, and a secret of 256 bits is guessed by nobody.
 */
export class FeedLimits {
  #windowEndsAt = 0;
  readonly #counts = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  /** Throws a LimitedError for one request too many. */
  spend({ network, secret }: { readonly network: string; readonly secret: string }): void {
    const now = this.clock.now().getTime();
    if (now >= this.#windowEndsAt) {
      this.#windowEndsAt = now + WINDOW_MS;
      this.#counts.clear();
    }
    // One that is refused for its network is not remembered by its secret: invented ones fill no memory.
    this.#count(`network ${network}`, REQUESTS_PER_NETWORK);
    this.#count(`secret ${secret}`, REQUESTS_PER_FEED);
  }

  #count(subject: string, most: number): void {
    const count = (this.#counts.get(subject) ?? 0) + 1;
    if (count > most) throw new LimitedError('this feed is asked for too often', new Date(this.#windowEndsAt));
    this.#counts.set(subject, count);
  }
}
