import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ImportRunningError } from '@brickmarket/persistence-ports';
import { type ImportSummary, totalCounts } from '../import/import-summary.ts';
import type { ImportOptions } from '../import/run-import.ts';

/** Imports one file or folder. */
export type DroppedImport = (path: string, options: ImportOptions) => Promise<ImportSummary>;

/** Which import takes which files, by how their names begin: `sales`, `retail-prices`. */
export type DroppedImports = Readonly<Record<string, DroppedImport>>;

/** A file that changed less than this ago may still be being written. */
const SETTLED_MS = 2_000;
const UNFINISHED = /^\.|\.(part|tmp|crdownload)$/;

/** What became of one dropped file. */
export interface DroppedFile {
  readonly name: string;
  readonly outcome: string;
}

/**
 * Imports what lies in a folder, by name, and moves it to `done/`, or to `failed/` with a note of why; rows that were
 * rejected lie beside it there. Files still being written, and those whose import is under way elsewhere, wait.
 */
export async function importDropped(
  folder: string,
  imports: DroppedImports,
  now: Date,
): Promise<readonly DroppedFile[]> {
  const outcomes: DroppedFile[] = [];
  for (const name of (await readdir(folder)).toSorted()) {
    if (name === 'done' || name === 'failed' || UNFINISHED.test(name)) continue;
    if (now.getTime() - (await stat(join(folder, name))).mtimeMs < SETTLED_MS) continue;
    const outcome = await importOne(folder, name, imports, now);
    if (outcome !== null) outcomes.push({ name, outcome });
  }
  return outcomes;
}

async function importOne(folder: string, name: string, imports: DroppedImports, now: Date): Promise<string | null> {
  // Names may come again: what was moved keeps its own.
  const moved = `${now.toISOString().slice(0, 19).replaceAll(':', '-')} ${name}`;
  const places = { done: join(folder, 'done', moved), failed: join(folder, 'failed', moved) };
  for (const place of ['done', 'failed']) await mkdir(join(folder, place), { recursive: true });
  try {
    const known = Object.keys(imports).find((prefix) => name.startsWith(prefix));
    if (known === undefined)
      throw new Error(`nothing takes a file of this name: let it begin with ${Object.keys(imports).join(', ')}`);
    const summary = await imports[known]!(join(folder, name), { rejectsPath: `${places.done}.rejects.csv` });
    await rename(join(folder, name), places.done);
    const { read, inserted, changed, rejected } = totalCounts(summary);
    return `imported ${read} rows, ${inserted} new, ${changed} changed, ${rejected} rejected`;
  } catch (error) {
    if (error instanceof ImportRunningError) return null;
    await rename(join(folder, name), places.failed);
    await writeFile(`${places.failed}.reason.txt`, `${(error as Error).message}\n`);
    return `failed: ${(error as Error).message}`;
  }
}
