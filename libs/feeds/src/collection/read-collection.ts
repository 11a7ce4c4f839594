import { type DateFormat, inferDateFormat } from '../reading/calendar-day.ts';
import type { FeedBatch } from '../reading/feed-batch.ts';
import { FeedError } from '../reading/feed-error.ts';
import type { Layout } from '../reading/layout.ts';
import { readCsvFeedOfAny } from '../reading/read-feed.ts';
import { brickEconomyDaysLayout, brickEconomyLayout, oldBrickEconomyLayout } from './brickeconomy.layout.ts';
import { bricksetCollectionLayout } from './brickset-collection.layout.ts';
import type { CollectionEntry, CollectionOptions } from './collection-entry.ts';
import { ownCollectionLayout } from './own-collection.layout.ts';
import { rebrickableSetListLayout } from './rebrickable-set-list.layout.ts';

/**
 * Reads a person's collection, of whichever known source by its header. Throws FeedError, also when its days could be read
 * both as DD/MM and as MM/DD and nobody said which.
 */
export async function* readCollection(
  file: string,
  options: CollectionOptions = {},
): AsyncGenerator<FeedBatch<CollectionEntry>> {
  const dateFormat = options.dateFormat ?? (await dateFormatOf(file));
  yield* readCsvFeedOfAny(file, collectionLayouts(dateFormat, options), options);
}

function collectionLayouts(dateFormat: DateFormat, { condition }: CollectionOptions): Layout<CollectionEntry>[] {
  return [
    ownCollectionLayout,
    brickEconomyLayout(dateFormat),
    bricksetCollectionLayout(condition),
    oldBrickEconomyLayout(condition),
    rebrickableSetListLayout(condition),
  ];
}

/** Only the whole file can tell: one day past the twelfth decides for all. */
async function dateFormatOf(file: string): Promise<DateFormat> {
  const days = new Set<string>();
  const probes = [brickEconomyDaysLayout, ...collectionLayouts('DD/MM/YYYY', {}).map(silent)];
  for await (const batch of readCsvFeedOfAny(file, probes)) {
    for (const day of batch.records) days.add(day);
  }
  const format = inferDateFormat(days);
  if (format === 'ambiguous')
    throw new FeedError(
      file,
      `its dates can be read as DD/MM/YYYY and as MM/DD/YYYY; give --date-format DD/MM/YYYY or --date-format MM/DD/YYYY`,
    );
  if (format === 'mixed')
    throw new FeedError(
      file,
      `some dates fit only DD/MM/YYYY and others only MM/DD/YYYY; give --date-format with the one that counts, the others are rejected`,
    );
  return format === 'any' ? 'DD/MM/YYYY' : format;
}

/** Recognizes the same files and reads nothing. */
function silent(layout: Layout<CollectionEntry>): Layout<string> {
  return { ...layout, reader: () => () => undefined };
}
