import { CONDITIONS, formatIsoDay, formatUsd, HOLDING_STATUSES, parseIsoDay } from '@brickmarket/domain';
import { type DateFormat, inferDateFormat } from '../reading/cells.ts';
import { type FeedBatch, FeedError } from '../reading/feed-batch.ts';
import { type Layout, readCsvFeedOfAny } from '../reading/read-feed.ts';
import type { CsvFormat } from '../writing/csv.ts';
import {
  brickEconomyDaysLayout,
  brickEconomyLayout,
  bricksetCollectionLayout,
  type CollectionEntry,
  type CollectionOptions,
  oldBrickEconomyLayout,
  rebrickableSetListLayout,
} from './collection-layouts.ts';

/**
 * Reads a person's collection; the header tells which known source it comes from. Throws FeedError, also when its days
 * fit both DD/MM and MM/DD and `dateFormat` was not given: a wrong guess would shift purchase dates.
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

/** Reads the whole file: a single day past the twelfth decides the format of all of them. */
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
      'its dates can be read as DD/MM/YYYY and as MM/DD/YYYY; ' +
        'give --date-format DD/MM/YYYY or --date-format MM/DD/YYYY',
    );
  if (format === 'mixed')
    throw new FeedError(
      file,
      'some dates fit only DD/MM/YYYY and others only MM/DD/YYYY; ' +
        'give --date-format with the one that counts, the others are rejected',
    );
  return format === 'any' ? 'DD/MM/YYYY' : format;
}

/** The layout without its records: still recognizes its files, so that they are not refused while probing the dates. */
function silent(layout: Layout<CollectionEntry>): Layout<string> {
  return { ...layout, reader: () => () => undefined };
}

const REQUIRED = ['set_number', 'quantity', 'condition'];
const OPTIONAL = ['purchase_price_usd', 'purchase_date', 'status', 'brickfolio', 'notes'];

/** A collection in the project's own format. An empty status means owned. */
const ownCollectionLayout: Layout<CollectionEntry> = {
  name: 'Brickmarket collection',
  required: REQUIRED,
  optional: OPTIONAL,
  reader: (column) => {
    const [number, quantity, condition] = [column('set_number'), column('quantity'), column('condition')];
    const [price, day, status] = [column('purchase_price_usd'), column('purchase_date'), column('status')];
    const [brickfolio, notes] = [column('brickfolio'), column('notes')];
    return (row, entries) => {
      const holding = {
        setNumber: row.setNumber(number),
        quantity: row.wholeNumber(quantity, 1),
        condition: row.oneOf(condition, CONDITIONS),
        purchasePriceCents: row.usdOrNull(price),
        purchaseDay: row.dayOrNull(day, parseIsoDay, '2026-12-31'),
        status: row.oneOfOrNull(status, HOLDING_STATUSES) ?? 'owned',
        notes: row.textOrNull(notes),
      };
      entries.push({ holding, brickfolio: row.textOrNull(brickfolio) });
    };
  },
};

/** A collection in the project's own format; what is written here reads back the same. */
export const collectionCsv: CsvFormat<CollectionEntry> = {
  header: [...REQUIRED, ...OPTIONAL],
  cells: ({ holding, brickfolio }) => [
    holding.setNumber,
    holding.quantity,
    holding.condition,
    holding.purchasePriceCents === null ? null : formatUsd(holding.purchasePriceCents),
    holding.purchaseDay === null ? null : formatIsoDay(holding.purchaseDay),
    holding.status,
    brickfolio,
    holding.notes,
  ],
};
