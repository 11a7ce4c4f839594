export * from './alert-feed.ts';
export * from './manage-alerts.ts';
export * from './own-alerts.ts';
