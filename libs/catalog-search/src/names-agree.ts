import { normalizeText } from './normalize-text.ts';

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

/** Whether names share a significant word (no number or theme word), or one contains the other, or lacks such words. */
export function namesAgree(name: string, { title, theme }: TitledSet): boolean {
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
  if (some.some((word) => word.length > 1 && others.includes(word))) return true;
  const [shorter, longer] = [some.join(''), others.join('')].toSorted((a, b) => a.length - b.length);
  return shorter!.length >= SHORTEST_CONTAINED && longer!.includes(shorter!);
}

function significantWords(text: string): readonly string[] {
  const words = normalizeText(text.replaceAll(/['’]/g, '')).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .filter((word) => !/^\d+$/.test(word) && !COMMON_WORDS.has(word))
    .map((word) => (word.length > SHORTEST_CONTAINED ? word.replace(/s$/, '') : word));
}
