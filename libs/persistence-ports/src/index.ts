export * from './admission-gate.ts';
export * from './data-versions.ts';
export * from './database-health.ts';
export * from './set-catalog.ts';
