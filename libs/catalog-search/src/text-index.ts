import { PostingLists } from './posting-lists.ts';
import { matches, RANKS, rankOf } from './rank.ts';
import { searchQuery } from './search-query.ts';
import { type Identity, type Searchable, searchable } from './searchable.ts';

/** One page of what was found, as positions in the list the index was built from. */
export interface Found {
  readonly total: number;
  readonly positions: readonly number[];
}

/** How many items are prepared before the event loop gets its turn. */
const SLICE = 500;
/** Orders of this many items are worth keeping: finding them again costs milliseconds. */
const WORTH_KEEPING = 1_000;
const MAX_KEPT = 64;

/**
 * Finds items by any part of their number or name. Within a rank, items come in the order of the list the index was built
 * from: the caller's order decides ties, so results have a total order.
 */
export class TextIndex {
  private readonly kept = new Map<string, Int32Array>();

  private constructor(
    private readonly items: readonly Searchable[],
    private readonly postings: PostingLists,
  ) {}

  /** Builds an index in slices, so that whatever else the process does goes on meanwhile. */
  static async build(identities: readonly Identity[]): Promise<TextIndex> {
    const items: Searchable[] = [];
    const postings = new PostingLists();
    for (const identity of identities) {
      const item = searchable(identity);
      postings.add(items.length, item.haystack);
      items.push(item);
      if (items.length % SLICE === 0) await new Promise(setImmediate);
    }
    return new TextIndex(items, postings);
  }

  search(typed: string, limit: number, offset: number): Found {
    const order = this.orderOf(typed);
    return { total: order.length, positions: [...order.subarray(offset, offset + limit)] };
  }

  private orderOf(typed: string): Int32Array {
    const query = searchQuery(typed);
    const kept = this.kept.get(query.text);
    if (kept !== undefined) return kept;
    const byRank: number[][] = Array.from({ length: RANKS }, () => []);
    for (const position of this.postings.shortestFor(query.terms) ?? this.items.keys()) {
      const item = this.items[position]!;
      if (matches(item, query)) byRank[rankOf(item, query)]!.push(position);
    }
    const order = Int32Array.from(byRank.flat());
    if (order.length >= WORTH_KEEPING) this.keep(query.text, order);
    return order;
  }

  private keep(text: string, order: Int32Array): void {
    if (this.kept.size >= MAX_KEPT) this.kept.delete(this.kept.keys().next().value!);
    this.kept.set(text, order);
  }
}
