import { FolderSnapshots, makeSnapshots } from '@brickmarket/catalog-copy';
import { ItemChanges, MinifigCatalog, MonthHistory, SetCatalog } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';

// Makes the snapshots of a database, as a worker does, in a process of its own, again and again until its parent says
// that it is enough. Each time to a new folder, so that nothing is there already.
const [url, folder] = process.argv.slice(2) as [string, string];
const database = await Database.connect({ url, applicationName: 'snapshots' });
const stores = new Stores(database);
const enough = new AbortController();
process.once('message', () => enough.abort());
process.send!({ idleBytes: process.memoryUsage.rss() });
for (let run = 1; !enough.signal.aborted; run++) {
  const begun = performance.now();
  const made = await makeSnapshots(
    {
      sets: stores.get(SetCatalog),
      minifigs: stores.get(MinifigCatalog),
      months: stores.get(MonthHistory),
      changes: stores.get(ItemChanges),
      snapshots: new FolderSnapshots(`${folder}/${run}`),
    },
    {},
    new Date(),
  );
  process.send!({ ms: performance.now() - begun, bytes: made.reduce((sum, { bytes }) => sum + bytes, 0) });
}
await database.close();
process.disconnect();
