import { constants } from 'node:fs';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidInputError } from '@brickmarket/domain';
import { csvLine, type RowReport } from '@brickmarket/feeds';

const REJECTS_ENDING = '.rejects.csv';
/** The rejects file in a drop folder while an import runs. Hidden, so that no import reads it as a feed. */
export const UNPLACED_REJECTS = '.rejects-so-far.csv';

/**
 * The rows an import left out (`reject`) or took in part (`warning`), as CSV: `file,line,kind,reason,row`. Created with
 * the first of them: an import without any leaves no file, and removes that of an earlier run.
 */
export class RejectsFile {
  #handle: FileHandle | null = null;

  constructor(
    readonly path: string,
    /** In a folder of others: a link that waits there under this name is not written through. */
    private readonly isAmongOthers = false,
  ) {}

  /** Null while nothing was written. */
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
      const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants;
      return await open(this.path, this.isAmongOthers ? O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW : 'w');
    } catch (error) {
      throw new InvalidInputError(
        `Rows were rejected or warned of, but ${this.path} cannot be written (${(error as Error).message}): ` +
          'choose another place for the rejects file',
      );
    }
  }
}

async function removeIfThere(path: string): Promise<void> {
  await rm(path, { force: true }).catch((error: NodeJS.ErrnoException) => {
    // A name too long for the file system cannot exist, so there is nothing to remove.
    if (error.code !== 'ENAMETOOLONG') throw error;
  });
}

/** The rejects file that belongs to a file: `sales.csv.rejects.csv`. */
export function rejectsPathOf(file: string): string {
  return `${file}${REJECTS_ENDING}`;
}

/** Whether a name is that of a rejects file, which must not be imported as a feed. */
export function isRejectsName(name: string): boolean {
  return name === UNPLACED_REJECTS || name.endsWith(REJECTS_ENDING);
}

/** The default rejects file: `sales.csv.rejects.csv` beside a file, `rejects.csv` in a folder. */
export async function rejectsPathBeside(input: string): Promise<string> {
  const isFolder = await stat(input).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  return isFolder ? join(input, 'rejects.csv') : rejectsPathOf(input);
}
