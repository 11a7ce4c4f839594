import { chmodSync, chownSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const NOT_COPIED = new Set(['node_modules', 'dist', '.git', '.brickmarket', 'coverage']);

/** The checkout as a user downloads it: without git, packages or builds, in a folder with an awkward name. */
export class CheckoutCopy {
  private readonly parent: string;
  readonly folder: string;

  constructor(place = tmpdir()) {
    this.parent = mkdtempSync(join(place, 'brickmarket-copy-'));
    this.folder = join(this.parent, 'brick market ü #1');
    cpSync('.', this.folder, {
      recursive: true,
      filter: (source) => source === '.' || !NOT_COPIED.has(basename(source)),
    });
    chmodSync(this.parent, 0o755);
  }

  /** Makes another user the owner of all of it. */
  giveTo(uid: number): void {
    chownSync(this.parent, uid, uid);
    chownSync(this.folder, uid, uid);
    for (const entry of readdirSync(this.folder, { recursive: true, encoding: 'utf8' }))
      chownSync(join(this.folder, entry), uid, uid);
  }

  remove(): void {
    rmSync(this.parent, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}
