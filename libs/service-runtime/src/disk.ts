import { statfs } from 'node:fs/promises';

/** Detects full disks of this process and of PostgreSQL. */
export function isDiskFull(error: unknown): boolean {
  const { code, message = '' } = (error ?? {}) as { readonly code?: unknown; readonly message?: string };
  return code === '53100' || code === 'ENOSPC' || /No space left on device/i.test(message);
}

/** Below this, imports, backups and sign-ins are about to fail. */
const SCARCE_BYTES = 256_000_000;

/** Warning for readiness; null: enough space, or unknown. */
export async function describeDisk(
  folder: string | null,
): Promise<{ readonly free_bytes: number; readonly problem: string } | null> {
  if (folder === null) return null;
  const disk = await statfs(folder).catch(() => null);
  const free = disk && disk.bavail * disk.bsize;
  if (free === null || free >= SCARCE_BYTES) return null;
  return { free_bytes: free, problem: 'the disk of the database is almost full: writes fail when it is' };
}
