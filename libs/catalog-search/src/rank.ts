import { normalizeText } from './normalize-text.ts';

/** What an item can be found by. */
export interface Identity {
  readonly number: string;
  /** Ranks like the first number. */
  readonly otherNumber?: string | null;
  readonly name: string;
  /** Breaks ties of a rank, highest first; absent: the order of the list does. */
  readonly weight?: number | undefined;
}

/** Normalized once, when the index is built. */
export interface Searchable {
  /** One line per number and name: terms have no line break, so none matches across. */
  readonly haystack: string;
  /** Start of the second number in `haystack`, or of the name without one. */
  readonly otherNumberAt: number;
  /** Start of the name in `haystack`. */
  readonly nameAt: number;
  readonly weight: number;
}

export function searchable(identity: Identity): Searchable {
  const number = `${normalizeText(identity.number)}\n`;
  const numbers = identity.otherNumber ? `${number}${normalizeText(identity.otherNumber)}\n` : number;
  return {
    haystack: numbers + normalizeText(identity.name),
    otherNumberAt: number.length,
    nameAt: numbers.length,
    weight: identity.weight ?? 0,
  };
}

export interface SearchQuery {
  /** Single-spaced. */
  readonly text: string;
  /** Words that must all occur; empty for accents or white space only. */
  readonly terms: readonly string[];
}

/** Plain text without operators or wildcards. */
export function searchQuery(typed: string): SearchQuery {
  const text = normalizeText(typed);
  return { text, terms: text === '' ? [] : text.split(' ') };
}

/** Lower is better. */
export const Rank = { exactNumber: 0, numberPrefix: 1, namePrefix: 2, wordPrefix: 3, elsewhere: 4 } as const;
export const RANKS = Object.keys(Rank).length;

const ENDS_WITHIN_A_WORD = /[\p{L}\p{N}]$/u;

export function matches(item: Searchable, query: SearchQuery): boolean {
  return query.terms.length > 0 && query.terms.every((term) => item.haystack.includes(term));
}

/** A number without variant matches variant 1 exactly. */
export function rankOf({ haystack, otherNumberAt, nameAt }: Searchable, { text, terms }: SearchQuery): number {
  const ofNumber = Math.min(
    rankOfNumber(haystack, 0, otherNumberAt, text),
    rankOfNumber(haystack, otherNumberAt, nameAt, text),
  );
  if (ofNumber < Rank.namePrefix) return ofNumber;
  if (haystack.startsWith(text, nameAt)) return Rank.namePrefix;
  return terms.every((term) => startsAWord(haystack, nameAt, term)) ? Rank.wordPrefix : Rank.elsewhere;
}

/** Rank of the number at a position; `Rank.elsewhere` if it does not match. */
function rankOfNumber(haystack: string, from: number, end: number, text: string): number {
  if (from === end || !haystack.startsWith(text, from)) return Rank.elsewhere;
  const rest = haystack.slice(from + text.length, end);
  return rest === '\n' || rest === '-1\n' ? Rank.exactNumber : Rank.numberPrefix;
}

function startsAWord(haystack: string, nameAt: number, term: string): boolean {
  for (let at = haystack.indexOf(term, nameAt); at !== -1; at = haystack.indexOf(term, at + 1)) {
    // Two UTF-16 code units contain the whole preceding character, also outside the BMP.
    if (!ENDS_WITHIN_A_WORD.test(haystack.slice(at - 2, at))) return true;
  }
  return false;
}
