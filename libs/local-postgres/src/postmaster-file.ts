import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clusterData } from './cluster.ts';

/** What a running server writes about itself into its data folder. */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
  readonly isReady: boolean;
}

/** Where that file lies. */
export function postmasterFilePath(folder: string): string {
  return join(clusterData(folder), 'postmaster.pid');
}

/** Reads it; null when there is none, or only the beginning of one. It may be left over from a server that was killed. */
export async function readPostmasterFile(folder: string): Promise<PostmasterFile | null> {
  const text = await readFile(postmasterFilePath(folder), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!Number.isInteger(pid) || pid <= 0 || !Number.isInteger(port)) return null;
  return { pid, port, isReady: lines[7] === 'ready' };
}
