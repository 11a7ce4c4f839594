import { access, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FeedError } from '../reading/feed-error.ts';

const TABLES = ['themes', 'sets', 'minifigs', 'inventories', 'inventory_minifigs'] as const;
type Table = (typeof TABLES)[number];

/** The five files of a dump and their size together. */
export interface DumpFiles {
  readonly path: Readonly<Record<Table, string>>;
  readonly bytesTotal: number;
}

/** Finds `sets.csv` or `sets.csv.gz` and so on. Throws FeedError that names every file missing. */
export async function findDumpFiles(folder: string): Promise<DumpFiles> {
  const found = await Promise.all(TABLES.map(async (table) => [table, await findTable(folder, table)] as const));
  const missing = found.filter(([, path]) => path === null).map(([table]) => `${table}.csv`);
  if (missing.length > 0) throw new FeedError(folder, `lacks ${missing.join(', ')} (or the same with .gz)`);
  const paths = found.map(([table, path]) => [table, path!] as const);
  const sizes = await Promise.all(paths.map(async ([, path]) => (await stat(path)).size));
  return {
    path: Object.fromEntries(paths) as Record<Table, string>,
    bytesTotal: sizes.reduce((sum, size) => sum + size, 0),
  };
}

async function findTable(folder: string, table: Table): Promise<string | null> {
  for (const name of [`${table}.csv`, `${table}.csv.gz`]) {
    const path = join(folder, name);
    const exists = await access(path).then(
      () => true,
      () => false,
    );
    if (exists) return path;
  }
  return null;
}
