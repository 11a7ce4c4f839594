export * from './admission-gate.ts';
export * from './data-versions.ts';
export * from './database-health.ts';
export * from './import-running-error.ts';
export * from './merge-counts.ts';
export * from './set-catalog.ts';
