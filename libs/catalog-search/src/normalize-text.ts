/** Text as search compares it: compatibility forms folded, accents and case dropped, white space single. */
export function normalizeText(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}+/gu, '').toLowerCase().normalize('NFKC').replaceAll(/\s+/gu, ' ').trim();
}
