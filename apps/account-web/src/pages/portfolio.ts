// One script for the parts of the collection: they share most of their words, and compress better together.
export { default as BrickfoliosPage } from './brickfolios.tsx';
export { default as HoldingsPage } from './holdings.tsx';
