import {
  type Identity,
  matches,
  RANKS,
  rankOf,
  type Searchable,
  searchable,
  type SearchQuery,
  searchQuery,
} from './rank.ts';

export interface Found {
  readonly total: number;
  /** Indexes into the indexed list, best match first. */
  readonly positions: readonly number[];
}

/** Items per slice between yields: a few milliseconds of work. */
const ITEMS_PER_BUILD_SLICE = 500;
const ITEMS_PER_SEARCH_SLICE = 2_000;
/** Candidates from which a result is cached, as computing it takes milliseconds. */
const MIN_CANDIDATES_TO_CACHE = 1_000;
const MAX_CACHED_QUERIES = 64;

/** Substring search over numbers and names. Ties keep the list's order, so that pages never overlap. */
export class TextIndex {
  private readonly cachedOrders = new Map<string, Promise<Int32Array>>();

  private constructor(
    private readonly items: readonly Searchable[],
    private readonly postings: PostingLists,
  ) {}

  /** Builds in slices that yield to the event loop. */
  static async build(identities: readonly Identity[]): Promise<TextIndex> {
    const items: Searchable[] = [];
    const postings = new PostingListsBuilder();
    for (const identity of identities) {
      const item = searchable(identity);
      postings.add(items.length, item.haystack);
      items.push(item);
      if (items.length % ITEMS_PER_BUILD_SLICE === 0) await new Promise(setImmediate);
    }
    return new TextIndex(items, postings.finish());
  }

  /** Yields between slices of many candidates. */
  async search(typed: string, limit: number, offset: number): Promise<Found> {
    const order = await this.orderOf(searchQuery(typed));
    return { total: order.length, positions: [...order.subarray(offset, offset + limit)] };
  }

  private orderOf(query: SearchQuery): Promise<Int32Array> {
    const cached = this.cachedOrders.get(query.text);
    if (cached !== undefined) return cached;
    const candidates = this.postings.shortestFor(query.terms) ?? Int32Array.from(this.items.keys());
    const order = this.orderAmong(candidates, query);
    if (candidates.length >= MIN_CANDIDATES_TO_CACHE) this.cache(query.text, order);
    return order;
  }

  private async orderAmong(candidates: Int32Array, query: SearchQuery): Promise<Int32Array> {
    const byRank: number[][] = Array.from({ length: RANKS }, () => []);
    for (let from = 0; from < candidates.length; from += ITEMS_PER_SEARCH_SLICE) {
      if (from > 0) await new Promise(setImmediate);
      for (const position of candidates.subarray(from, from + ITEMS_PER_SEARCH_SLICE)) {
        const item = this.items[position]!;
        if (matches(item, query)) byRank[rankOf(item, query)]!.push(position);
      }
    }
    return Int32Array.from(byRank.flat());
  }

  private cache(text: string, order: Promise<Int32Array>): void {
    if (this.cachedOrders.size >= MAX_CACHED_QUERIES) this.cachedOrders.delete(this.cachedOrders.keys().next().value!);
    this.cachedOrders.set(text, order);
  }
}

/** Ascending positions of items per bigram. */
class PostingLists {
  constructor(private readonly lists: ReadonlyMap<number, Int32Array>) {}

  /** Shortest list of any bigram: a superset of the matches. Null: compare every item. */
  shortestFor(terms: readonly string[]): Int32Array | null {
    let shortest: Int32Array | null = null;
    for (const term of terms) {
      for (let i = 1; i < term.length; i++) {
        const list = this.lists.get(bigramAt(term, i - 1)) ?? NO_ITEMS;
        if (shortest === null || list.length < shortest.length) shortest = list;
      }
    }
    return shortest;
  }
}

class PostingListsBuilder {
  private readonly lists = new Map<number, number[]>();

  /** Call with ascending positions. */
  add(position: number, text: string): void {
    for (let i = 1; i < text.length; i++) {
      const bigram = bigramAt(text, i - 1);
      const list = this.lists.get(bigram);
      if (list === undefined) this.lists.set(bigram, [position]);
      else if (list.at(-1) !== position) list.push(position);
    }
  }

  /** Typed arrays take less than half of the memory. */
  finish(): PostingLists {
    return new PostingLists(new Map([...this.lists].map(([bigram, list]) => [bigram, Int32Array.from(list)])));
  }
}

const NO_ITEMS = new Int32Array();

function bigramAt(text: string, index: number): number {
  return text.charCodeAt(index) * 0x1_0000 + text.charCodeAt(index + 1);
}
