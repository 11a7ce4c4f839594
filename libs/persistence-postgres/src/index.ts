export { PostgresAdmissionGate } from './admission/postgres-admission-gate.ts';
export { backUpDatabase, type BackupSummary } from './backup/back-up-database.ts';
export * from './backup/restore-database.ts';
export * from './database/read-as-account.ts';
export { Database } from './database/database.ts';
export type { ConnectionSettings } from './database/pool-options.ts';
export type { PortBinding } from './feature.ts';
export { migrate, type MigrateOptions, type SchemaStatus, schemaStatus } from './schema/migrate.ts';
export * from './stores.ts';
