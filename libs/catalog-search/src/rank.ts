import { normalizeText } from './normalize-text.ts';

/** What an item can be found by. */
export interface Identity {
  readonly number: string;
  readonly name: string;
}

/** An item's number and name, normalized once when the index is built. */
export interface Searchable {
  /** Number and name separated by a line break, which no term contains, so no term matches across the two. */
  readonly haystack: string;
  /** Index in `haystack` at which the name begins. */
  readonly nameAt: number;
}

/** Normalizes an item for search. */
export function searchable(identity: Identity): Searchable {
  const number = normalizeText(identity.number);
  return { haystack: `${number}\n${normalizeText(identity.name)}`, nameAt: number.length + 1 };
}

/** A search query, normalized. */
export interface SearchQuery {
  /** The whole query with single spaces. */
  readonly text: string;
  /** Its words, all of which must occur; empty for a query of nothing but accents or white space. */
  readonly terms: readonly string[];
}

/** Parses what a person typed. There are no operators or wildcards: every character stands for itself. */
export function searchQuery(typed: string): SearchQuery {
  const text = normalizeText(typed);
  return { text, terms: text === '' ? [] : text.split(' ') };
}

/** How well an item matches; lower is better. */
export const Rank = { exactNumber: 0, numberPrefix: 1, namePrefix: 2, wordPrefix: 3, elsewhere: 4 } as const;
/** Number of ranks. */
export const RANKS = Object.keys(Rank).length;

const ENDS_WITHIN_A_WORD = /[\p{L}\p{N}]$/u;

/** Whether every term occurs in the number or in the name; a query without terms matches nothing. */
export function matches(item: Searchable, query: SearchQuery): boolean {
  return query.terms.length > 0 && query.terms.every((term) => item.haystack.includes(term));
}

/** The rank of an item that matches. A number without variant is an exact match for variant 1. */
export function rankOf({ haystack, nameAt }: Searchable, { text, terms }: SearchQuery): number {
  if (haystack.startsWith(text)) {
    const rest = haystack.slice(text.length, nameAt);
    return rest === '\n' || rest === '-1\n' ? Rank.exactNumber : Rank.numberPrefix;
  }
  if (haystack.startsWith(text, nameAt)) return Rank.namePrefix;
  return terms.every((term) => startsAWord(haystack, nameAt, term)) ? Rank.wordPrefix : Rank.elsewhere;
}

function startsAWord(haystack: string, nameAt: number, term: string): boolean {
  for (let at = haystack.indexOf(term, nameAt); at !== -1; at = haystack.indexOf(term, at + 1)) {
    // Two UTF-16 code units always contain the whole character before the match, also one outside the BMP.
    if (!ENDS_WITHIN_A_WORD.test(haystack.slice(at - 2, at))) return true;
  }
  return false;
}
