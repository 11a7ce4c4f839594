import type { SearchQuery } from './search-query.ts';
import type { Searchable } from './searchable.ts';

/** How well an item matches, best first. */
export const Rank = { exactNumber: 0, numberPrefix: 1, namePrefix: 2, wordPrefix: 3, elsewhere: 4 } as const;
export const RANKS = Object.keys(Rank).length;

/** Whether every term occurs in the number or in the name. A question of nothing but accents asks for nothing. */
export function matches(item: Searchable, query: SearchQuery): boolean {
  return query.terms.length > 0 && query.terms.every((term) => item.haystack.includes(term));
}

/** The rank of an item that matches. A bare number names its first variant exactly. */
export function rankOf(item: Searchable, query: SearchQuery): number {
  const { text, terms } = query;
  if (item.number.startsWith(text)) {
    return item.number.length === text.length || (item.number.length === text.length + 2 && item.number.endsWith('-1')) ? Rank.exactNumber : Rank.numberPrefix;
  }
  if (item.name.startsWith(text)) return Rank.namePrefix;
  return terms.every((term) => startsAWord(item, term)) ? Rank.wordPrefix : Rank.elsewhere;
}

function startsAWord(item: Searchable, term: string): boolean {
  return item.words.includes(` ${term}`) || item.name.startsWith(term) || item.name.includes(` ${term}`);
}
