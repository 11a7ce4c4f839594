export * from './admission/typeorm-admission-gate.ts';
export * from './catalog/typeorm-set-catalog.ts';
export { Database } from './database/database.ts';
export type { ConnectionSettings } from './database/data-source-options.ts';
export * from './database/account-reads.ts';
export * from './database/migrate.ts';
export * from './database/typeorm-database-health.ts';
