import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { FeedBatch } from '../reading/feed-text.ts';

/** Texts that are hard on writers and readers of cells: what is quoted, marked, trimmed or a mark itself. */
export const cellText = fc.string({
  unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', ' ', '"', ',', ';', '\u200E', '＝', 'a', '5', '🧱'),
  minLength: 1,
  maxLength: 8,
});

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
