import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { ImportRunningError } from '@brickmarket/persistence-ports';
import { importFault, type ImportSummary, totalCounts } from '../import/import-summary.ts';
import type { ImportOptions } from '../import/run-import.ts';

/** Imports one file or folder. */
export type DroppedImport = (path: string, options: ImportOptions) => Promise<ImportSummary>;

/** Which import takes which files, by how their names begin: `sales`, `retail-prices`. */
export type DroppedImports = Readonly<Record<string, DroppedImport>>;

/** A file that changed less than this ago may still be being written. */
const SETTLED_MS = 2_000;
/** What is still being written, hidden files, and rows that an import by hand has rejected. */
const NO_FEED = /^\.|\.(part|tmp|crdownload)$|\.rejects\.csv$/;
/** Of the 255 bytes that file systems give a name: the time before it and the endings after it need the rest. */
const MAX_NAME_BYTES = 200;
/** Where rejects are written until it is known where their file goes. One process at a time works in a folder. */
const REJECTS_SO_FAR = '.rejects-so-far.csv';

/** What became of one dropped file. */
export interface DroppedFile {
  readonly name: string;
  readonly outcome: string;
}

/**
 * Imports what lies in a folder, by name, and moves it to `done/`, or to `failed/` with a note of why; rows that were
 * rejected lie beside it there. A file of which nothing could be taken has failed. Files still being written, and those
 * whose import is under way elsewhere, wait. A file that cannot be moved does not hold up the others.
 */
export async function importDropped(
  folder: string,
  imports: DroppedImports,
  now: Date,
): Promise<readonly DroppedFile[]> {
  const outcomes: DroppedFile[] = [];
  for (const name of (await readdir(folder)).toSorted()) {
    if (name === 'done' || name === 'failed' || NO_FEED.test(name)) continue;
    try {
      if (now.getTime() - (await stat(join(folder, name))).mtimeMs < SETTLED_MS) continue;
      const outcome = await importOne(folder, name, imports, now);
      if (outcome !== null) outcomes.push({ name, outcome });
    } catch (error) {
      outcomes.push({ name, outcome: `failed, and stays where it is: ${(error as Error).message}` });
    }
  }
  return outcomes;
}

async function importOne(folder: string, name: string, imports: DroppedImports, now: Date): Promise<string | null> {
  const rejectsPath = join(folder, REJECTS_SO_FAR);
  // Left by a process that was killed.
  await rm(rejectsPath, { force: true });
  let place = 'done';
  let outcome: string;
  try {
    const summary = await importOf(name, imports)(join(folder, name), { rejectsPath });
    const { read, inserted, changed, rejected } = totalCounts(summary);
    outcome = `imported ${read} rows, ${inserted} new, ${changed} changed, ${rejected} rejected`;
    const fault = importFault(summary);
    if (fault !== null) throw new Error(`${fault}, the first one because ${summary.rejectReasons[0]!.example}`);
  } catch (error) {
    if (error instanceof ImportRunningError) return null;
    place = 'failed';
    outcome = (error as Error).message;
  }
  // Names may come again: what was moved keeps its own.
  const moved = join(folder, place, `${now.toISOString().slice(0, 19).replaceAll(':', '-')} ${shortened(name)}`);
  await mkdir(join(folder, place), { recursive: true });
  await rename(rejectsPath, `${moved}.rejects.csv`).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (place === 'failed') await writeFile(`${moved}.reason.txt`, `${outcome}\n`);
  await rename(join(folder, name), moved);
  return place === 'failed' ? `failed: ${outcome}` : outcome;
}

function importOf(name: string, imports: DroppedImports): DroppedImport {
  const known = Object.keys(imports).find((prefix) => name.startsWith(prefix));
  if (known === undefined)
    throw new Error(`nothing takes a file of this name: let it begin with ${Object.keys(imports).join(', ')}`);
  return imports[known]!;
}

/** The name, or its beginning with a hash of the whole, so that two long names that begin alike stay apart. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 12);
  const ending = extname(name).slice(0, 20);
  let kept = '';
  for (const character of name) {
    if (Buffer.byteLength(kept + character) > MAX_NAME_BYTES - 100) break;
    kept += character;
  }
  return `${kept}~${hash}${ending}`;
}
