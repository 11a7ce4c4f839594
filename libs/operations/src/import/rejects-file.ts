import { csvLine, type RowReport } from '@brickmarket/feeds';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidInputError } from '@brickmarket/domain';

/**
 * The rows an import left out (`reject`) or took with something missing (`warning`), as CSV: `file,line,kind,reason,row`.
 * Made with the first of them: an import without any leaves no file, and removes the one of an earlier run.
 */
export class RejectsFile {
  #handle: FileHandle | null = null;

  constructor(readonly path: string) {}

  /** Null as long as there is nothing to write down. */
  get writtenTo(): string | null {
    return this.#handle === null ? null : this.path;
  }

  async write(kind: 'reject' | 'warning', reports: readonly RowReport[]): Promise<void> {
    if (reports.length === 0) return;
    let text = '';
    if (this.#handle === null) {
      this.#handle = await this.#create();
      text = csvLine(['file', 'line', 'kind', 'reason', 'row']);
    }
    for (const { file, line, reason, row } of reports) text += csvLine([file, line, kind, reason, row]);
    await this.#handle.appendFile(text);
  }

  async close(): Promise<void> {
    if (this.#handle === null) await removeIfThere(this.path);
    else await this.#handle.close();
  }

  async #create(): Promise<FileHandle> {
    try {
      return await open(this.path, 'w');
    } catch (error) {
      throw new InvalidInputError(
        `Rows were rejected or warned of, but ${this.path} cannot be written (${(error as Error).message}): choose another place for the rejects file`,
      );
    }
  }
}

async function removeIfThere(path: string): Promise<void> {
  await rm(path, { force: true }).catch((error: NodeJS.ErrnoException) => {
    // No file can have a name that is too long for its folder.
    if (error.code !== 'ENAMETOOLONG') throw error;
  });
}

/** Where rejects go unless told otherwise: `sales.csv.rejects.csv` beside a file, `rejects.csv` in a folder. */
export async function rejectsPathBeside(input: string): Promise<string> {
  const isFolder = await stat(input).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  return isFolder ? join(input, 'rejects.csv') : `${input}.rejects.csv`;
}
