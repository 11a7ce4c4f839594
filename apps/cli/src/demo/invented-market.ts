import { Worker } from 'node:worker_threads';
import {
  checkMarketOptions,
  type DemoFeed,
  demoFolder,
  type DemoFolder,
  type MarketOptions,
} from '@brickmarket/demo-market';
import { makeTemporaryFolder, type TemporaryFolder } from '@brickmarket/supervision';

/** What the thread is told. */
export interface Invention {
  readonly market: MarketOptions;
  /** The folder that it writes into. */
  readonly root: string;
  /** Days between two true values of an item; null: none are written. */
  readonly truthEveryDays: number | null;
}

const THREAD = new URL('./invent-market.thread.js', import.meta.url);

/** A market that a thread is inventing, into a temporary folder. */
export class InventedMarket {
  readonly folder: DemoFolder;
  readonly #thread: Worker;
  readonly #feeds: Readonly<Record<DemoFeed, Promise<void>>>;
  readonly #ended: Promise<never>;

  private constructor(
    private readonly temporary: TemporaryFolder,
    private readonly invention: Invention,
  ) {
    this.folder = demoFolder(invention.root);
    this.#thread = new Worker(THREAD, { workerData: invention });
    this.#feeds = {
      catalog: this.#told('catalog'),
      retailPrices: this.#told('retailPrices'),
      accounts: this.#told('accounts'),
      sales: this.#told('sales'),
      truth: this.#told('truth'),
    };
    this.#ended = new Promise((_, reject) => {
      this.#thread.once('error', reject);
      this.#thread.once('exit', () => {
        reject(new Error('inventing the demo market ended early'));
      });
    });
    // `written` reports it; without a handler here it would end this process while nobody waits.
    this.#ended.catch(() => undefined);
  }

  /** Begins to invent a market. Throws InvalidInputError for options that there is no market of. */
  static async begin(market: MarketOptions, truthEveryDays: number | null = null): Promise<InventedMarket> {
    checkMarketOptions(market);
    const temporary = await makeTemporaryFolder('demo');
    return new InventedMarket(temporary, { market, root: temporary.path, truthEveryDays });
  }

  /** The last instant of the market. */
  get asOf(): Date {
    return this.invention.market.asOf;
  }

  /** Waits until a feed can be read. Rejects when inventing has failed. */
  async written(feed: DemoFeed): Promise<void> {
    // The feed first: a thread that has ended after writing all of them has not failed.
    await Promise.race([this.#feeds[feed], this.#ended]);
  }

  /** Ends the thread and removes what it wrote. */
  async discard(): Promise<void> {
    await this.#thread.terminate();
    await this.temporary.remove();
  }

  #told(feed: DemoFeed): Promise<void> {
    return new Promise((resolve) => {
      this.#thread.on('message', (written) => {
        if (written === feed) resolve();
      });
    });
  }
}
