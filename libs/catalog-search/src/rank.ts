import type { SearchQuery } from './search-query.ts';
import type { Searchable } from './searchable.ts';

/** How well an item matches, best first. */
export const Rank = { exactNumber: 0, numberPrefix: 1, namePrefix: 2, wordPrefix: 3, elsewhere: 4 } as const;
export const RANKS = Object.keys(Rank).length;

const ENDS_WITHIN_A_WORD = /[\p{L}\p{N}]$/u;

/** Whether every term occurs in the number or in the name. A question of nothing but accents asks for nothing. */
export function matches(item: Searchable, query: SearchQuery): boolean {
  return query.terms.length > 0 && query.terms.every((term) => item.haystack.includes(term));
}

/** The rank of an item that matches. A bare number names its first variant exactly. */
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
    // Two code units hold any character.
    if (!ENDS_WITHIN_A_WORD.test(haystack.slice(at - 2, at))) return true;
  }
  return false;
}
