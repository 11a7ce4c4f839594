export * from './own-book.ts';
export * from './own-overview.ts';
export * from './own-sales.ts';
export * from './theme-move-cache.ts';
export * from './valued-set-cache.ts';
export * from './year-ahead.ts';
export { EditedElsewhereError, WatchedByRulesError } from '@brickmarket/portfolio';
