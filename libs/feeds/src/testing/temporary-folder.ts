import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for the files of one spec, removed when its tests are done. */
export class TemporaryFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'feeds-'));

  constructor() {
    afterAll(() => rmSync(this.path, { recursive: true }));
  }

  write(name: string, content: string | Buffer): string {
    const file = join(this.path, name);
    writeFileSync(file, content);
    return file;
  }
}
