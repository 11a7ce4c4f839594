/** Words of printable ASCII, single-spaced: only their case is left to fold. Most of a catalogue is such text. */
const PLAIN_WORDS = /^[!-~]+(?: [!-~]+)*$/;

/** Text as search compares it: compatibility forms folded, accents and case dropped, white space single. */
export function normalizeText(text: string): string {
  if (PLAIN_WORDS.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}
