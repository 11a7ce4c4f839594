// One script for the account itself, its keys and their use: they are small, and compress better together.
export { default as ActivityPage } from './activity.tsx';
export { default as KeysPage } from './keys.tsx';
export { default as SecurityPage } from './security.tsx';
export { default as UsagePage } from './usage.tsx';
