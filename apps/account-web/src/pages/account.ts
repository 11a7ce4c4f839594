// One script for the pages about the account itself: they are small, and compress better together.
export { default as ActivityPage } from './activity.tsx';
export { default as SecurityPage } from './security.tsx';
