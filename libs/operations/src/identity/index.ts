export * from './account-area.ts';
export * from './address-change.ts';
export * from './links.ts';
export * from './own-account.ts';
export * from './own-keys.ts';
export * from './passkey-use-cases.ts';
export * from './sign-in.ts';
export * from './sign-up.ts';
