export * from './database-metrics.ts';
export * from './process-metrics.ts';
export * from './request-metrics.ts';
export * from './serve-metrics.ts';
