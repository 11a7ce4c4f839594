import { normalizeText } from './normalize-text.ts';

/** What an item can be found by. */
export interface Identity {
  readonly number: string;
  /** A second number, as good as the first. */
  readonly otherNumber?: string | null;
  readonly name: string;
}

/** An item's numbers and name, normalized once when the index is built. */
export interface Searchable {
  /** Numbers and name, each on a line: no term contains a line break, so none matches across two of them. */
  readonly haystack: string;
  /** Index in `haystack` at which the second number begins; that of the name when there is none. */
  readonly otherNumberAt: number;
  /** Index in `haystack` at which the name begins. */
  readonly nameAt: number;
}

/** Normalizes an item for search. */
export function searchable(identity: Identity): Searchable {
  const number = `${normalizeText(identity.number)}\n`;
  const numbers = identity.otherNumber ? `${number}${normalizeText(identity.otherNumber)}\n` : number;
  return {
    haystack: numbers + normalizeText(identity.name),
    otherNumberAt: number.length,
    nameAt: numbers.length,
  };
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

/** Whether every term occurs in a number or in the name; a query without terms matches nothing. */
export function matches(item: Searchable, query: SearchQuery): boolean {
  return query.terms.length > 0 && query.terms.every((term) => item.haystack.includes(term));
}

/** The rank of an item that matches. A number without variant is an exact match for variant 1. */
export function rankOf({ haystack, otherNumberAt, nameAt }: Searchable, { text, terms }: SearchQuery): number {
  const ofNumber = Math.min(
    rankOfNumber(haystack, 0, otherNumberAt, text),
    rankOfNumber(haystack, otherNumberAt, nameAt, text),
  );
  if (ofNumber < Rank.namePrefix) return ofNumber;
  if (haystack.startsWith(text, nameAt)) return Rank.namePrefix;
  return terms.every((term) => startsAWord(haystack, nameAt, term)) ? Rank.wordPrefix : Rank.elsewhere;
}

/**
 * The rank by the number between two positions; `Rank.elsewhere` when it does not begin with the text, or is missing.
 */
function rankOfNumber(haystack: string, from: number, end: number, text: string): number {
  if (from === end || !haystack.startsWith(text, from)) return Rank.elsewhere;
  const rest = haystack.slice(from + text.length, end);
  return rest === '\n' || rest === '-1\n' ? Rank.exactNumber : Rank.numberPrefix;
}

function startsAWord(haystack: string, nameAt: number, term: string): boolean {
  for (let at = haystack.indexOf(term, nameAt); at !== -1; at = haystack.indexOf(term, at + 1)) {
    // Two UTF-16 code units always contain the whole character before the match, also one outside the BMP.
    if (!ENDS_WITHIN_A_WORD.test(haystack.slice(at - 2, at))) return true;
  }
  return false;
}
