export { PostgresAdmissionGate } from './access/postgres-quota.ts';
export { backUpDatabase, type BackupSummary } from './backup/backup.ts';
export * from './backup/backup.ts';
export * from './database/database.ts';
export { Database } from './database/database.ts';
export type { ConnectionSettings } from './database/connection-options.ts';
export type { PortBinding } from './feature.ts';
export { migrate, type MigrateOptions, type SchemaStatus, schemaStatus } from './schema/schema.ts';
export * from './stores.ts';
