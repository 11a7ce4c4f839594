import { type DateFormat, inferDateFormat } from './cells.ts';
import { FeedError } from './feed-text.ts';
import type { Layout } from './read-feed.ts';

/**
 * How the days of a file are written. Throws FeedError when they fit both DD/MM and MM/DD: a wrong guess would shift
 * them.
 */
export function formatOfDays(file: string, days: ReadonlySet<string>): DateFormat {
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

/** Reads only the dates of a file, as text, so that their format can be inferred. */
export function daysLayout(header: Omit<Layout<string>, 'optional' | 'reader'>, dateColumn: string): Layout<string>[] {
  const reader: Layout<string>['reader'] = (column) => {
    const day = column(dateColumn);
    return (row, days) => days.push(row.text(day));
  };
  return [{ ...header, optional: [], reader }];
}
