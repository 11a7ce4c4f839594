import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeTemporaryFolder } from '@brickmarket/supervision';
import { AccountError } from '../../http/errors.ts';

/** Compressed by the page: 100,000 rows are a few megabytes. */
const MAX_SENT_BYTES = 16 * 1024 * 1024;
/** Temporary folder name. */
export const SENT_FILES = 'import';

export interface StoredFile {
  readonly path: string;
  readonly remove: () => Promise<void>;
}

/** Deletes files that are too large or cut off. */
export async function storeSentFile(body: Readable, within = tmpdir()): Promise<StoredFile> {
  const folder = await makeTemporaryFolder(SENT_FILES, { within });
  const remove = (): Promise<void> => folder.remove();
  const path = join(folder.path, 'file');
  try {
    await pipeline(body, limited(MAX_SENT_BYTES), createWriteStream(path, { mode: 0o600 }));
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Enforces the limit on actual bytes, as a declared length may be wrong. */
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
