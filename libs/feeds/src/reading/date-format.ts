import { type DateFormat, inferDateFormat } from './cells.ts';
import { FeedError, peekOptions } from './feed-text.ts';
import type { Layout } from './layout.ts';
import { readCsvFeedOfAny, type ReadOptions } from './read-feed.ts';

type Header = Omit<Layout<unknown>, 'reader'>;

/** Infers the order of slashed days: one day past the twelfth decides. FeedError: ambiguous. */
export async function dateFormatOf(
  file: string,
  layouts: readonly Header[],
  options: ReadOptions,
): Promise<DateFormat> {
  const days = new Set<string>();
  const dated = layouts.filter((layout) => layout.slashedDays !== undefined).map(({ name }) => name);
  for await (const batch of readCsvFeedOfAny(file, layouts.map(daysLayout), peekOptions(options))) {
    if (!dated.includes(batch.source)) break;
    for (const day of batch.records) days.add(day);
  }
  return formatOfDays(file, days);
}

/** Reads slashed days as text; other files are recognized too. */
function daysLayout(layout: Header): Layout<string> {
  const { slashedDays } = layout;
  const reader: Layout<string>['reader'] = (column) => {
    const day = slashedDays === undefined ? -1 : column(slashedDays);
    return (row, days) => days.push(row.text(day));
  };
  return { ...layout, reader };
}

function formatOfDays(file: string, days: ReadonlySet<string>): DateFormat {
  const format = inferDateFormat(days);
  if (format === 'ambiguous')
    throw new FeedError(
      file,
      'its dates can be read as DD/MM/YYYY and as MM/DD/YYYY; ' +
        'give --date-format DD/MM/YYYY or --date-format MM/DD/YYYY',
      'date-format',
    );
  if (format === 'mixed')
    throw new FeedError(
      file,
      'some dates fit only DD/MM/YYYY and others only MM/DD/YYYY; ' +
        'give --date-format with the one that counts, the others are rejected',
      'date-format',
    );
  return format === 'any' ? 'DD/MM/YYYY' : format;
}
