import { normalizeText } from './normalize-text.ts';

/** What was asked, ready for comparing. */
export interface SearchQuery {
  /** The whole question, single-spaced. */
  readonly text: string;
  /** Its words; every one must occur. */
  readonly terms: readonly string[];
}

/** Reads what a person typed. No character has a meaning of its own. */
export function searchQuery(typed: string): SearchQuery {
  const text = normalizeText(typed);
  return { text, terms: text === '' ? [] : text.split(' ') };
}
