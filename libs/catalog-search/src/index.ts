export { type FoundItems, IdentityIndex, identitySource, type IdentitySource } from './identity-index.ts';
export type { Identity } from './rank.ts';
export { namesAgree, setNameKey, type TitledSet } from './names-agree.ts';
