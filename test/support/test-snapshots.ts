import { FolderSnapshots, makeSnapshots, type Snapshot } from '@brickmarket/catalog-copy';
import { ItemChanges, MinifigCatalog, MonthHistory, SetCatalog } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';

/** Makes the snapshots of a database, as the worker's job does. */
export async function makeTestSnapshots(url: string, folder: string, now: Date): Promise<readonly Snapshot[]> {
  const database = await Database.connect({ url, applicationName: 'snapshots' });
  try {
    const stores = new Stores(database);
    const sources = {
      sets: stores.get(SetCatalog),
      minifigs: stores.get(MinifigCatalog),
      months: stores.get(MonthHistory),
      changes: stores.get(ItemChanges),
      snapshots: new FolderSnapshots(folder),
    };
    return await makeSnapshots(sources, {}, now);
  } finally {
    await database.close();
  }
}
