// One script for keys and their use: they are small, and compress better together.
export { default as KeysPage } from './keys.tsx';
export { default as UsagePage } from './usage.tsx';
