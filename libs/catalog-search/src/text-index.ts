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
import { differsByOne } from './spelling.ts';

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
/** Changed items that every search compares. With more, the index is built again. */
const MAX_CHANGED = 500;

/** Substring search over numbers and names. Ties keep the list's order, so that pages never overlap. */
export class TextIndex {
  private readonly cachedOrders = new Map<string, Promise<Int32Array>>();

  private words: ReadonlyMap<number, readonly string[]> | null = null;

  private constructor(
    private readonly items: readonly Searchable[],
    private readonly postings: PostingLists,
    /** Ascending positions of items whose text is not the one in `postings`. */
    private readonly changed = NO_ITEMS,
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

  /** With other texts at some positions. Null: too many have changed since the index was built. */
  with(identities: ReadonlyMap<number, Identity>): TextIndex | null {
    const items = [...this.items];
    const changed = new Set(this.changed);
    let isSame = true;
    for (const [position, identity] of identities) {
      const item = searchable(identity);
      if (isSameText(item, items[position]!) && item.weight === items[position]!.weight) continue;
      isSame = false;
      items[position] = item;
      changed.add(position);
    }
    if (isSame) return this;
    return changed.size > MAX_CHANGED ? null : new TextIndex(items, this.postings, Int32Array.from(changed).sort());
  }

  /** Yields between slices of many candidates. */
  async search(typed: string, limit: number, offset: number): Promise<Found> {
    const order = await this.orderOf(searchQuery(typed));
    return { total: order.length, positions: [...order.subarray(offset, offset + limit)] };
  }

  /** Where `search` finds nothing: a number without its dash, or one word with one letter wrong. */
  async searchAlike(typed: string, limit: number): Promise<Found> {
    const strict = await this.search(typed, limit, 0);
    if (strict.total > 0) return strict;
    const positions = new Set<number>();
    for (const text of this.spellingsLike(searchQuery(typed)))
      for (const position of await this.orderOf(searchQuery(text))) positions.add(position);
    return { total: positions.size, positions: [...positions].slice(0, limit) };
  }

  private *spellingsLike({ terms }: SearchQuery): Generator<string> {
    const replaced = (at: number, text: string): string => terms.with(at, text).join(' ');
    for (const [at, term] of terms.entries())
      if (DASHLESS_NUMBER.test(term)) yield replaced(at, term.replace(DASHLESS_NUMBER, '$1-$2'));
    let left = MAX_SPELLINGS;
    for (const [at, term] of terms.entries()) {
      if (!WORD.test(term)) continue;
      const lengths = [term.length - 1, term.length, term.length + 1];
      for (const word of lengths.flatMap((length) => this.vocabulary().get(length) ?? [])) {
        if (!differsByOne(term, word)) continue;
        if (left-- === 0) return;
        yield replaced(at, word);
      }
    }
  }

  /** Words of all names by their length. */
  private vocabulary(): ReadonlyMap<number, readonly string[]> {
    this.words ??= byLength(new Set(this.items.flatMap(({ haystack, nameAt }) => wordsOf(haystack.slice(nameAt)))));
    return this.words;
  }

  private orderOf(query: SearchQuery): Promise<Int32Array> {
    const cached = this.cachedOrders.get(query.text);
    if (cached !== undefined) return cached;
    const found = this.postings.shortestFor(query.terms);
    const candidates = found === null ? Int32Array.from(this.items.keys()) : merged(found, this.changed);
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
    for (const same of byRank) same.sort((a, b) => this.items[b]!.weight - this.items[a]!.weight);
    return Int32Array.from(byRank.flat());
  }

  private cache(text: string, order: Promise<Int32Array>): void {
    if (this.cachedOrders.size >= MAX_CACHED_QUERIES) this.cachedOrders.delete(this.cachedOrders.keys().next().value!);
    this.cachedOrders.set(text, order);
  }
}

function isSameText(one: Searchable, other: Searchable): boolean {
  return one.haystack === other.haystack && one.otherNumberAt === other.otherNumberAt && one.nameAt === other.nameAt;
}

const DASHLESS_NUMBER = /^(\d{3,})(\d)$/;
/** Shorter words have too many neighbors. */
const WORD = /^\p{L}{4,}$/u;
const MAX_SPELLINGS = 40;

function byLength(words: Iterable<string>): ReadonlyMap<number, readonly string[]> {
  const lists = new Map<number, string[]>();
  for (const word of words) {
    const list = lists.get(word.length);
    if (list === undefined) lists.set(word.length, [word]);
    else list.push(word);
  }
  return lists;
}

const wordsOf = (name: string): readonly string[] => name.match(/\p{L}{3,}/gu) ?? [];

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

function merged(one: Int32Array, other: Int32Array): Int32Array {
  return other.length === 0 ? one : Int32Array.from(new Set([...one, ...other])).sort();
}

function bigramAt(text: string, index: number): number {
  return text.charCodeAt(index) * 0x1_0000 + text.charCodeAt(index + 1);
}
