import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MS_PER_DAY } from '@brickmarket/domain';
import { AccountError } from '../../http/errors.ts';

/** As it is sent: the page compresses it, which makes a table of 100,000 rows a few megabytes. */
const MAX_SENT_BYTES = 16 * 1024 * 1024;
const PREFIX = 'brickmarket-import-';
const NAME = /^brickmarket-import-(?:(\d+)-)?[^-]+$/;

/** A file that was sent, in a temporary folder of its own. */
export interface StoredFile {
  readonly path: string;
  readonly remove: () => Promise<void>;
}

/** Stores what is sent; nothing stays of a file that is too large or cut off. */
export async function storeSentFile(body: Readable, folder = tmpdir()): Promise<StoredFile> {
  const own = await mkdtemp(join(folder, `${PREFIX}${process.pid}-`));
  const remove = (): Promise<void> => rm(own, { recursive: true, force: true });
  const path = join(own, 'file');
  try {
    await pipeline(body, limited(MAX_SENT_BYTES), createWriteStream(path, { mode: 0o600 }));
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Removes the folders of processes that were killed. To be called before the first file is stored: a folder with the
 * number of this process is that of an earlier one, as happens in containers. One whose number another program has now
 * goes after a day.
 */
export async function removeLeftFolders(now: Date, folder = tmpdir()): Promise<void> {
  for (const name of await readdir(folder)) {
    const match = NAME.exec(name);
    if (match === null) continue;
    const path = join(folder, name);
    const pid = match[1] === undefined ? null : Number(match[1]);
    const isOver = pid !== null && (pid === process.pid || !isRunning(pid));
    // Others' folders cannot be removed, and some are gone already.
    const isOld = await stat(path).then(
      ({ mtimeMs }) => now.getTime() - mtimeMs > MS_PER_DAY,
      () => false,
    );
    if (isOver || isOld) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Passes bytes on, and refuses more than a limit: a length that is declared may be wrong. */
function limited(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= maxBytes) done(null, chunk);
      else done(new AccountError('BadRequest', `The file is larger than ${maxBytes / 1024 / 1024} MB. Split it.`));
    },
  });
}
