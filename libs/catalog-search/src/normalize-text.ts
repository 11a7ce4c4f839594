/** Single-spaced printable ASCII, which needs only lower case. Most titles are such. */
const PLAIN_WORDS = /^[!-~]+(?: [!-~]+)*$/;

/** Lower-case Latin letters that Unicode does not decompose, with their plain spelling. */
const PLAIN_SPELLING: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ð: 'd',
  đ: 'd',
  ȡ: 'd',
  ø: 'o',
  ɵ: 'o',
  ł: 'l',
  ƚ: 'l',
  ı: 'i',
  ɨ: 'i',
  ħ: 'h',
  ⱨ: 'h',
  ŧ: 't',
  ⱦ: 't',
  ŋ: 'n',
  ƞ: 'n',
  ĸ: 'k',
  ƙ: 'k',
  ⱪ: 'k',
  ⱥ: 'a',
  ƀ: 'b',
  ɓ: 'b',
  ȼ: 'c',
  ƈ: 'c',
  ɇ: 'e',
  ƒ: 'f',
  ǥ: 'g',
  ɠ: 'g',
  ɉ: 'j',
  ȷ: 'j',
  ƥ: 'p',
  ᵽ: 'p',
  ɍ: 'r',
  ʉ: 'u',
  ƴ: 'y',
  ɏ: 'y',
  ƶ: 'z',
  ȥ: 'z',
};
const LETTERS_OF_THEIR_OWN = new RegExp(`[${Object.keys(PLAIN_SPELLING).join('')}]`, 'gu');

/** Folds compatibility forms, accents, case, `ø` to `o`, and white space. */
export function normalizeText(text: string): string {
  if (PLAIN_WORDS.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(LETTERS_OF_THEIR_OWN, (letter) => PLAIN_SPELLING[letter]!)
    .normalize('NFKC')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}
