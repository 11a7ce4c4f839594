import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const DAY_MS = 86_400_000;
const NAME = /^brickmarket-([a-z]+)-(?:(\d+)-)?[^-]+$/;

/** Folders of this process that are not removed yet. */
const inUse = new Set<string>();
const startedAt = Date.now() - process.uptime() * 1_000;

export interface TemporaryFolder {
  readonly path: string;
  remove(): Promise<void>;
}

export interface TemporaryFolderOptions {
  /** Parent folder; default: the system's. */
  readonly within?: string;
  /** Whether something besides the creating process still needs it. */
  readonly isNeeded?: (path: string) => Promise<boolean>;
}

/** Names it by process id and removes leftovers of killed processes. `kind` is lower-case letters. */
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

/** An older folder with the own id is an earlier container's. Reused and missing ids expire after a day. */
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
    // Other users' folders cannot be removed.
    if (isLeft && !(await isNeeded(path))) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Includes processes of other users. */
export function isProcessAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
