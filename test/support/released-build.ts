import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * The releases, oldest first, each with its number of migrations. A new one is added with every release. Of those that
 * are too old for this build only the last is kept.
 */
export const RELEASES = [
  { commit: '3b11473425777890698c77305561c88470e3a273', migrations: 63 },
  { commit: '36585bf9f2a6dcd5e3bfdb1c8b184d73496b6c6f', migrations: 64 },
  { commit: 'da881fe073011af4f575e96cd13041db73c9bef6', migrations: 64 },
  { commit: '7f787948c0c700a51a36a5d524b072c4dbbdc65d', migrations: 64 },
  { commit: '017cc90728c7c9a17d1d7caa86c6447ef7d69809', migrations: 64 },
] as const;

/** The build that clients use today. A new schema must carry it until the last replica of it is gone. */
export const LAST_RELEASE = RELEASES.at(-1)!;

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

/** A build of an earlier commit in a temporary folder, with its own packages. */
export class ReleasedBuild {
  private constructor(readonly folder: string) {}

  static async of(commit: string): Promise<ReleasedBuild> {
    const folder = await mkdtemp(join(tmpdir(), 'brickmarket-release-'));
    await run('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'archive', commit, folder]);
    // By its own lockfile: its packages, and the names of its libraries, may differ from those of this checkout.
    await run('node', ['apps/cli/bootstrap.mjs', '--to-run'], { cwd: folder, env: { ...process.env, PORT: '0' } });
    // Its types were checked when it was released.
    await run('node_modules/.bin/tsc', ['-b', 'apps/api', 'apps/cli', '--noCheck'], { cwd: folder });
    return new ReleasedBuild(folder);
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true });
  }
}
