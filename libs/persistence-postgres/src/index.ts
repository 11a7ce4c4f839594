export { PostgresAdmissionGate } from './access/postgres-quota.ts';
export {
  backUpDatabase,
  type BackupProgress,
  type BackupSummary,
  partialSuffix,
  streamBackup,
} from './backup/backup.ts';
export { type BackupHeader, type BackupSource, readBackupHeader } from './backup/backup-file.ts';
export { restoreDatabase } from './backup/restore.ts';
export type { ConnectionSettings } from './database/connection-options.ts';
export { Database, readAsAccount } from './database/database.ts';
export { type ExtensionConnections, ExtensionDatabases } from './extensions/extension-database.ts';
export { listPendingOfExtensions, type Migratable, migrateExtensions } from './extensions/migrate-extensions.ts';
export type { PortBinding } from './feature.ts';
export { type DatabaseFacts, examineDatabase, examineRoles, tryLogin } from './ops/examine-database.ts';
export { type BookFault, checkBooks } from './portfolio/check-books.ts';
export { refuseOutdatedSchema } from './schema/baseline.ts';
export { type NewerSchema, refuseNewerSchema } from './schema/newer-schema.ts';
export {
  askForRoles,
  canLogIn,
  listDatabasesOf,
  type RoleStep,
  type ServiceProcess,
  serviceRole,
} from './schema/roles.ts';
export { migrate, type MigrateOptions, type SchemaStatus, schemaStatus } from './schema/schema.ts';
export { refuseUnfinishedRestore } from './schema/unfinished-restore.ts';
export * from './stores.ts';
