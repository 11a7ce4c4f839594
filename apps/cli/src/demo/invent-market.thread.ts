import { parentPort, workerData } from 'node:worker_threads';
import { demoMarketOn, readShippedCatalog, writeDemoFeeds } from '@brickmarket/demo-market';
import type { Invention } from './invented-market.ts';

// Thread: generating is pure calculation while finished parts are imported.
const { market, root, truthEveryDays } = workerData as Invention;
await writeDemoFeeds(demoMarketOn(await readShippedCatalog(), market), root, {
  ...(truthEveryDays !== null && { truthEveryDays }),
  onWritten: (feed) => parentPort!.postMessage(feed),
});
