import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const DAY_MS = 86_400_000;
const NAME = /^brickmarket-([a-z]+)-(?:(\d+)-)?[^-]+$/;

/** Those that this process has made and not removed. */
const inUse = new Set<string>();
const startedAt = Date.now() - process.uptime() * 1_000;

/** A folder for files of this process that nobody needs after it. */
export interface TemporaryFolder {
  readonly path: string;
  remove(): Promise<void>;
}

export interface TemporaryFolderOptions {
  /** The folder that it is made in; that of the system when it is not given. */
  readonly within?: string;
  /** Whether something other than the process that made it still needs a folder. */
  readonly isNeeded?: (path: string) => Promise<boolean>;
}

/**
 * Makes a temporary folder whose name has the number of this process, and removes those of the same kind that killed
 * processes have left. `kind` is a word of small letters.
 */
export async function makeTemporaryFolder(
  kind: string,
  options: TemporaryFolderOptions = {},
): Promise<TemporaryFolder> {
  await removeLeftFolders(kind, new Date(), options);
  const path = await mkdtemp(join(options.within ?? tmpdir(), `brickmarket-${kind}-${process.pid}-`));
  inUse.add(path);
  return {
    path,
    async remove() {
      await rm(path, { recursive: true, force: true });
      inUse.delete(path);
    },
  };
}

/**
 * Removes the temporary folders of a kind that killed processes have left. One with the number of this process that is
 * older than it is that of an earlier one, as happens in containers. One whose number another program has now goes
 * after a day, as do those without a number, which earlier releases made.
 */
export async function removeLeftFolders(
  kind: string,
  now: Date,
  { within = tmpdir(), isNeeded = () => Promise.resolve(false) }: TemporaryFolderOptions = {},
): Promise<void> {
  for (const name of await readdir(within)) {
    const match = NAME.exec(name);
    const path = join(within, name);
    if (match?.[1] !== kind || inUse.has(path)) continue;
    const changedAt = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    );
    if (changedAt === null) continue;
    const pid = match[2] === undefined ? null : Number(match[2]);
    const isOver = pid !== null && (pid === process.pid ? changedAt < startedAt : !isProcessAlive(pid));
    const isLeft = isOver || now.getTime() - changedAt > DAY_MS;
    // Those of other users cannot be removed.
    if (isLeft && !(await isNeeded(path))) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Whether a process has this number, also one of another user. */
export function isProcessAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
