export { type FoundItems, IdentityIndex } from './identity-index.ts';
export { normalizeText } from './normalize-text.ts';
export type { Identity } from './rank.ts';
export { type Found, TextIndex } from './text-index.ts';
