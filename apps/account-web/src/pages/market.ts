// One script for the lists of the market: they are small, and compress better together.
export { default as RetailWatchPage } from './retail-watch.tsx';
export { MoversPage, RetiringPage, SetsPage } from './sets.tsx';
