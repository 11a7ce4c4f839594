// The worker's job that makes snapshots, in a process of its own, so that it can be killed. It makes them for each
// instant that it receives: node snapshots.process.mjs DATABASE_URL FOLDER
import { FolderSnapshots, makeSnapshots } from '@brickmarket/catalog-copy';
import { ItemChanges, MinifigCatalog, MonthHistory, SetCatalog } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';

const [, , url, folder] = process.argv;
const stores = new Stores(await Database.connect({ url, applicationName: 'snapshots' }));
const sources = {
  sets: stores.get(SetCatalog),
  minifigs: stores.get(MinifigCatalog),
  months: stores.get(MonthHistory),
  changes: stores.get(ItemChanges),
  snapshots: new FolderSnapshots(folder),
};
process.on('message', async (instant) => {
  const made = await makeSnapshots(sources, {}, new Date(instant));
  process.send(made.length);
});
process.once('disconnect', () => process.exit());
process.send('ready');
