import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { FolderSnapshots } from '@brickmarket/catalog-copy';
import { FolderStore } from '@brickmarket/client/mirror';
import { makeTestSnapshots } from './test-snapshots.ts';

/** Compares a mirror in a folder, byte by byte, with all records as the service would show them now. */
export async function expectFullCopy(folder: string, databaseUrl: string, now: Date): Promise<void> {
  const fresh = await mkdtemp(join(tmpdir(), 'full-read-'));
  try {
    for (const { kind, name, bytes } of await makeTestSnapshots(databaseUrl, fresh, now)) {
      const file = await buffer((await new FolderSnapshots(fresh).open(name, { start: 0, end: bytes - 1 }))!);
      const expected = gunzipSync(file).toString().split('\n').slice(0, -1);
      const copied: string[] = [];
      for await (const [, json] of new FolderStore(folder).records(kind)) copied.push(json);
      expect(copied.toSorted()).toEqual(expected.toSorted());
    }
  } finally {
    await rm(fresh, { recursive: true });
  }
}
