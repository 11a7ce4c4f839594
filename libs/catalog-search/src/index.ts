export { type FoundItems, IdentityIndex } from './identity-index.ts';
export type { Identity } from './rank.ts';
export { namesAgree, setNameKey, type TitledSet } from './names-agree.ts';
