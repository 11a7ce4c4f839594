import { barcodeKey } from '@brickmarket/domain';
import type { WatchFilter } from '@brickmarket/persistence-ports';
import { windowStart } from './change-window.ts';
import type { RetailWatchQuery } from './retail-watch.query.ts';

/** What a watch query asks of storage. Of a window and a moment the later beginning counts: both apply. */
export function watchFilter(query: RetailWatchQuery, now: Date): WatchFilter {
  const beginnings = [
    query.since,
    query.changed_within === undefined ? undefined : windowStart(query.changed_within, now),
  ];
  const given = beginnings.filter((moment) => moment !== undefined).map((moment) => moment.getTime());
  return {
    changedSince: given.length === 0 ? null : new Date(Math.max(...given)),
    asins: query.asin?.map((asin) => asin.toUpperCase()) ?? null,
    // What is no barcode names nothing; a list of only such matches no set.
    barcodeKeys: query.upc?.map(barcodeKey).filter((key) => key !== null) ?? null,
  };
}
