import { FeedBatch } from '../reading/feed-batch.ts';

/** Everything a reader gives, in one batch. */
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
