import { constants } from 'node:fs';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidInputError } from '@brickmarket/domain';
import { csvLine, type RowReport } from '@brickmarket/feeds';

const REJECTS_ENDING = '.rejects.csv';
/** Hidden, so that no import reads it. */
export const UNPLACED_REJECTS = '.rejects-so-far.csv';

/** CSV of omitted (`reject`) and partly imported (`warning`) rows. Created on demand; deletes an older one. */
export class RejectsFile {
  #handle: FileHandle | null = null;

  constructor(
    readonly path: string,
    /** In untrusted folders: does not write through links. */
    private readonly isAmongOthers = false,
  ) {}

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
    // A name too long cannot exist.
    if (error.code !== 'ENAMETOOLONG') throw error;
  });
}

/** `sales.csv.rejects.csv`. */
export function rejectsPathOf(file: string): string {
  return `${file}${REJECTS_ENDING}`;
}

/** Such files must not be imported. */
export function isRejectsName(name: string): boolean {
  return name === UNPLACED_REJECTS || name.endsWith(REJECTS_ENDING);
}

/** `sales.csv.rejects.csv` next to a file, `rejects.csv` in a folder. */
export async function rejectsPathBeside(input: string): Promise<string> {
  const isFolder = await stat(input).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  return isFolder ? join(input, 'rejects.csv') : rejectsPathOf(input);
}
