export { PostgresAdmissionGate } from './access/postgres-quota.ts';
export { backUpDatabase, type BackupSummary, restoreDatabase } from './backup/backup.ts';
export type { ConnectionSettings } from './database/connection-options.ts';
export { Database, readAsAccount } from './database/database.ts';
export type { PortBinding } from './feature.ts';
export { type BookFault, checkBooks } from './portfolio/check-books.ts';
export { migrate, type MigrateOptions, type SchemaStatus, schemaStatus } from './schema/schema.ts';
export * from './stores.ts';
