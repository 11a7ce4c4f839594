import { parentPort, workerData } from 'node:worker_threads';
import { DemoMarket, writeDemoFeeds } from '@brickmarket/demo-market';
import type { Invention } from './invented-market.ts';

// A thread of its own: inventing is pure calculation, and what is invented already is imported meanwhile.
const { market, root, truthEveryDays } = workerData as Invention;
await writeDemoFeeds(new DemoMarket(market), root, {
  ...(truthEveryDays !== null && { truthEveryDays }),
  onWritten: (feed) => parentPort!.postMessage(feed),
});
