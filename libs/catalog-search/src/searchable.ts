import { normalizeText } from './normalize-text.ts';

/** What an item can be found by. */
export interface Identity {
  readonly number: string;
  readonly name: string;
}

/** An identity made ready for comparing. */
export interface Searchable {
  readonly number: string;
  readonly name: string;
  /** Number and name in one text; no term can match across the line between them. */
  readonly haystack: string;
  /** The words of the name, each after a space, punctuation gone. */
  readonly words: string;
}

/** Prepares an identity once, when the index is built. */
export function searchable(identity: Identity): Searchable {
  const number = normalizeText(identity.number);
  const name = normalizeText(identity.name);
  return { number, name, haystack: `${number}\n${name}`, words: ` ${name.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')}` };
}
