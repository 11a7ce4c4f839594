export * from './manage-alerts.ts';
export * from './own-alerts.ts';
