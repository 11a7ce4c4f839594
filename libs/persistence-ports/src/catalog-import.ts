import type { CatalogSet, Minifig, SetDetails, SetMinifig } from '@brickmarket/domain';
import type { MergeCounts } from './merge-counts.ts';

/** A stretch of a catalogue: sets first, then minifigs, then which minifigs are in which set. */
export type CatalogBatch =
  | { readonly kind: 'sets'; readonly records: readonly CatalogSet[] }
  | { readonly kind: 'minifigs'; readonly records: readonly Minifig[] }
  | { readonly kind: 'set-minifigs'; readonly records: readonly SetMinifig[] };

/** What merging a catalogue did. */
export interface CatalogMerge {
  readonly sets: MergeCounts;
  readonly minifigs: MergeCounts;
  readonly setMinifigs: MergeCounts;
  /** Sets that the store has and this catalogue has not, by number. They stay, with all that is known of them. */
  readonly disappearedSets: readonly string[];
}

/**
 * Takes catalogue data over in bulk. All of a feed is merged at once or not at all, even when the process dies; readers
 * see the state before or after. A feed that changes nothing leaves the version of the catalogue alone. Two at once:
 * the second is refused with ImportRunningError.
 */
export abstract class CatalogImport {
  /**
   * Merges a whole catalogue, in which every number and every pair comes once. It decides about titles, themes, years,
   * pieces, pictures and the minifigs of each of its sets; what set details have brought stays. The year of a minifig
   * is that of the earliest set it is in, and so is its category (the set's theme) unless the catalogue names one.
   * Nothing is merged when `batches` fails.
   */
  abstract mergeCatalog(batches: AsyncIterable<CatalogBatch>): Promise<CatalogMerge>;

  /** Merges details of sets that exist, each at most once. A detail that is null leaves what is known. */
  abstract mergeSetDetails(batches: AsyncIterable<readonly SetDetails[]>): Promise<MergeCounts>;
}
