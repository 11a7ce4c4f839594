import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { irregularFileFault } from '@brickmarket/feeds';
import { ImportRunningError } from '@brickmarket/persistence-ports';
import { importFault, type ImportSummary, totalCounts } from './import-summary.ts';
import { isRejectsName, rejectsPathOf, UNPLACED_REJECTS } from './rejects-file.ts';
import type { ImportOptions } from './run-import.ts';

export type DroppedImport = (path: string, options: ImportOptions) => Promise<ImportSummary>;

/** By file name prefix: `sales`, `retail-prices`. `catalog` takes a folder. */
export type DroppedImports = Readonly<Record<string, DroppedImport>>;

/** The only import of several files, so a folder. */
const FOLDER_PREFIX = 'catalog';

/** Younger files may be incomplete. */
const SETTLED_MS = 2_000;
/** Hidden files and unfinished downloads. */
const UNFINISHED = /^\.|\.(part|tmp|crdownload)$/;
const DONE = 'done';
const FAILED = 'failed';
/** File systems allow 255 bytes; the rest is for time and endings. */
const MAX_NAME_BYTES = 200;

export interface DroppedFile {
  readonly name: string;
  readonly outcome: string;
}

/**
 * Moves imported files to `done/` or `failed/` with rejects; incomplete and locked ones stay. One process per folder.
 * Rejects links, pipes and devices, also when swapped in later, as writers of the folder are untrusted.
 */
export async function importDropped(
  folder: string,
  imports: DroppedImports,
  now: Date,
): Promise<readonly DroppedFile[]> {
  const outcomes: DroppedFile[] = [];
  for (const name of (await readdir(folder)).toSorted()) {
    if (name === DONE || name === FAILED || UNFINISHED.test(name) || isRejectsName(name)) continue;
    try {
      const stats = await lstat(join(folder, name));
      if (now.getTime() - stats.mtimeMs < SETTLED_MS) continue;
      const outcome = await importOne(folder, name, { imports, fault: faultOf(name, stats), now });
      if (outcome !== null) outcomes.push({ name, outcome });
    } catch (error) {
      outcomes.push({ name, outcome: `failed, and stays where it is: ${(error as Error).message}` });
    }
  }
  return outcomes;
}

function faultOf(name: string, stats: Stats): string | null {
  if (!stats.isDirectory()) return irregularFileFault(stats);
  return name.startsWith(FOLDER_PREFIX) ? null : 'is a folder: put a file into the folder';
}

interface ImportOrder {
  readonly imports: DroppedImports;
  readonly fault: string | null;
  readonly now: Date;
}

async function importOne(
  folder: string,
  name: string,
  { imports, fault: refusal, now }: ImportOrder,
): Promise<string | null> {
  const rejectsPath = join(folder, UNPLACED_REJECTS);
  // May be left from a killed process.
  await rm(rejectsPath, { force: true });
  let destination = DONE;
  let outcome: string;
  try {
    if (refusal !== null) throw new Error(refusal);
    const summary = await importOf(name, imports)(join(folder, name), { rejectsPath, onlyRegularFiles: true });
    const { read, inserted, changed, rejected } = totalCounts(summary);
    outcome = `imported ${read} rows, ${inserted} new, ${changed} changed, ${rejected} rejected`;
    const fault = importFault(summary);
    if (fault !== null) throw new Error(`${fault}, the first one because ${summary.rejectReasons[0]!.example}`);
  } catch (error) {
    if (error instanceof ImportRunningError) return null;
    destination = FAILED;
    outcome = (error as Error).message;
  }
  // The time prefix keeps later files of the same name apart.
  const moved = join(folder, destination, `${now.toISOString().slice(0, 19).replaceAll(':', '-')} ${shortened(name)}`);
  await mkdir(join(folder, destination), { recursive: true });
  await rename(rejectsPath, rejectsPathOf(moved)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (destination === FAILED) await writeFile(`${moved}.reason.txt`, `${outcome}\n`, { flag: 'wx' });
  await rename(join(folder, name), moved);
  return destination === FAILED ? `failed: ${outcome}` : outcome;
}

function importOf(name: string, imports: DroppedImports): DroppedImport {
  const known = Object.keys(imports).find((prefix) => name.startsWith(prefix));
  if (known === undefined)
    throw new Error(`nothing takes a file of this name: let it begin with ${Object.keys(imports).join(', ')}`);
  return imports[known]!;
}

/** Long names end in a hash, so that equal beginnings stay distinct. */
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
