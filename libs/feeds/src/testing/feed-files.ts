import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FeedBatch } from '../reading/feed-text.ts';

/** Reads all batches into one. */
export async function readAll<T>(batches: AsyncIterable<FeedBatch<T>>): Promise<FeedBatch<T>> {
  const all = new FeedBatch<T>('all');
  for await (const batch of batches) {
    all.records.push(...batch.records);
    all.sources.push(...batch.sources);
    all.rejects.push(...batch.rejects);
    all.warnings.push(...batch.warnings);
  }
  return all;
}

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
