import { normalizeText } from './normalize-text.ts';

/** What an item can be found by. */
export interface Identity {
  readonly number: string;
  readonly name: string;
}

/** An identity made ready for comparing. */
export interface Searchable {
  /** Number and name in one text; no term can match across the line between them. */
  readonly haystack: string;
  /** Where the name begins in it. */
  readonly nameAt: number;
}

/** Prepares an identity once, when the index is built. */
export function searchable(identity: Identity): Searchable {
  const number = normalizeText(identity.number);
  return { haystack: `${number}\n${normalizeText(identity.name)}`, nameAt: number.length + 1 };
}
