export * from './import/import-summary.ts';
export * from './import/import-tally.ts';
export * from './import/progress.ts';
export * from './import/rejects-file.ts';
export * from './import/run-import.ts';
