import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether this checkout knows a commit: a shallow clone does not, nor does a folder without git. */
export function knowsCommit(commit: string): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A build of an earlier commit, in a folder of its own, with the packages that are installed here. */
export class ReleasedBuild {
  private constructor(readonly folder: string) {}

  static async of(commit: string): Promise<ReleasedBuild> {
    const folder = await mkdtemp(join(tmpdir(), 'brickmarket-release-'));
    await run('sh', [
      '-c',
      'git archive "$1" apps libs tsconfig.base.json package.json | tar -x -C "$2"',
      'archive',
      commit,
      folder,
    ]);
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
    for (const group of ['apps', 'libs']) {
      for (const name of await readdir(join(folder, group))) {
        // Links relative to their place: to other parts of the same build, and through the folder above to what is installed.
        const modules = join(group, name, 'node_modules');
        await cp(modules, join(folder, modules), { recursive: true, verbatimSymlinks: true }).catch(() => undefined);
      }
    }
    await run('node_modules/.bin/tsc', ['-b', 'apps/api', 'apps/cli'], { cwd: folder });
    return new ReleasedBuild(folder);
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true });
  }
}
