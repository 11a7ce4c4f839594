import { GrowingPostingLists, type PostingLists } from './posting-lists.ts';
import { matches, RANKS, rankOf } from './rank.ts';
import { type SearchQuery, searchQuery } from './search-query.ts';
import { type Identity, type Searchable, searchable } from './searchable.ts';

/** One page of what was found, as positions in the list the index was built from. */
export interface Found {
  readonly total: number;
  readonly positions: readonly number[];
}

/** How many items are prepared, or compared, before the event loop gets its turn: milliseconds' worth. */
const PREPARED_AT_ONCE = 500;
const COMPARED_AT_ONCE = 2_000;
/** An order among this many items is worth keeping: finding it again costs milliseconds. */
const WORTH_KEEPING = 1_000;
const MAX_KEPT = 64;

/**
 * Finds items by any part of their number or name. Within a rank, items come in the order of the list the index was built
 * from: the caller's order decides ties, so results have a total order.
 */
export class TextIndex {
  private readonly kept = new Map<string, Promise<Int32Array>>();

  private constructor(
    private readonly items: readonly Searchable[],
    private readonly postings: PostingLists,
  ) {}

  /** Builds an index in slices, so that whatever else the process does goes on meanwhile. */
  static async build(identities: readonly Identity[]): Promise<TextIndex> {
    const items: Searchable[] = [];
    const postings = new GrowingPostingLists();
    for (const identity of identities) {
      const item = searchable(identity);
      postings.add(items.length, item.haystack);
      items.push(item);
      if (items.length % PREPARED_AT_ONCE === 0) await new Promise(setImmediate);
    }
    return new TextIndex(items, postings.finish());
  }

  /** Finds one page. A question that most items have to be looked at for is worked on in slices as well. */
  async search(typed: string, limit: number, offset: number): Promise<Found> {
    const order = await this.orderOf(searchQuery(typed));
    return { total: order.length, positions: [...order.subarray(offset, offset + limit)] };
  }

  private orderOf(query: SearchQuery): Promise<Int32Array> {
    const kept = this.kept.get(query.text);
    if (kept !== undefined) return kept;
    const candidates = this.postings.shortestFor(query.terms) ?? Int32Array.from(this.items.keys());
    const order = this.orderAmong(candidates, query);
    if (candidates.length >= WORTH_KEEPING) this.keep(query.text, order);
    return order;
  }

  private async orderAmong(candidates: Int32Array, query: SearchQuery): Promise<Int32Array> {
    const byRank: number[][] = Array.from({ length: RANKS }, () => []);
    for (let from = 0; from < candidates.length; from += COMPARED_AT_ONCE) {
      if (from > 0) await new Promise(setImmediate);
      for (const position of candidates.subarray(from, from + COMPARED_AT_ONCE)) {
        const item = this.items[position]!;
        if (matches(item, query)) byRank[rankOf(item, query)]!.push(position);
      }
    }
    return Int32Array.from(byRank.flat());
  }

  private keep(text: string, order: Promise<Int32Array>): void {
    if (this.kept.size >= MAX_KEPT) this.kept.delete(this.kept.keys().next().value!);
    this.kept.set(text, order);
  }
}
