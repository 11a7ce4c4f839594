import { normalizeText } from './normalize-text.ts';
import { differsByOne } from './spelling.ts';

/** What the catalog calls a set. */
export interface TitledSet {
  readonly title: string;
  readonly theme: string;
}

const COMMON_WORDS = new Set([
  'lego',
  'set',
  'the',
  'a',
  'an',
  'and',
  'of',
  'with',
  'in',
  'on',
  'for',
  'to',
  'from',
  'vs',
]);
const SHORTEST_CONTAINED = 3;

/** Whether names share a significant word or its beginning (no number or theme word), or one lacks such words. */
export function namesAgree(name: string, { title, theme }: TitledSet): boolean {
  if (normalizeText(name) === normalizeText(title)) return true;
  const ofTheme = new Set(significantWords(theme));
  const ownWords = (words: readonly string[]): readonly string[] => words.filter((word) => !ofTheme.has(word));
  const [given, known] = [significantWords(name), significantWords(title)];
  const [givenOwn, knownOwn] = [ownWords(given), ownWords(known)];
  if (known.length === 0 || givenOwn.length === 0) return true;
  return knownOwn.length === 0 ? areAlike(given, known) : areAlike(givenOwn, knownOwn);
}

/** Significant words as one text, ignoring case, accents, punctuation and brand. */
export function setNameKey(name: string): string {
  return significantWords(name).join('');
}

function areAlike(some: readonly string[], others: readonly string[]): boolean {
  if (some.some((word) => others.some((other) => isSameWord(word, other)))) return true;
  const [shorter, longer] = [some.join(''), others.join('')].toSorted((a, b) => a.length - b.length);
  return shorter!.length >= SHORTEST_CONTAINED && longer!.includes(shorter!);
}

const SHARED_START = 4;

/** Spellings and compounds of one thing: harbor and harbour, firefighter and fireman. */
function isSameWord(one: string, other: string): boolean {
  if (one === other) return one.length > 1;
  if (one.length < SHARED_START || other.length < SHARED_START) return false;
  if (one.slice(0, SHARED_START) === other.slice(0, SHARED_START)) return true;
  return one.includes(other) || other.includes(one) || (one.length > SHARED_START && differsByOne(one, other));
}

function significantWords(text: string): readonly string[] {
  const words = normalizeText(text.replaceAll(/['’]/g, '')).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .filter((word) => !/^\d+$/.test(word) && !COMMON_WORDS.has(word))
    .map((word) => (word.length > SHORTEST_CONTAINED ? word.replace(/s$/, '') : word));
}
