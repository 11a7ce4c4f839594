export { storeSecret, readSecret, removeSecret } from './data-folder.ts';
export { LocalPostgresError } from './local-postgres-error.ts';
export {
  allowLogins,
  isUnused,
  type LocalPostgres,
  openLocalPostgres,
  type OpenLocalPostgresOptions,
} from './open-local-postgres.ts';
export { startThrowawayPostgres, type ThrowawayPostgres } from './throwaway-postgres.ts';
