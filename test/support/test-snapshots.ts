import { FolderSnapshots, makeSnapshots, type Snapshot } from '@brickmarket/catalog-copy';
import { ItemChanges, MinifigCatalog, MonthHistory, SetCatalog } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';

/** Makes the snapshots of a database, as the worker's job does; with the rights of a role, where one is given. */
export async function makeTestSnapshots(
  url: string,
  folder: string,
  now: Date,
  role?: string,
): Promise<readonly Snapshot[]> {
  const database = await Database.connect({ url, applicationName: 'snapshots', ...(role && { role }) });
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
