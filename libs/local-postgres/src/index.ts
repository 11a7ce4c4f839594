export * from './local-postgres-error.ts';
export * from './mortal-postgres.ts';
export * from './open-local-postgres.ts';
export { keepSecret, readSecret, removeSecret } from './stored-secret.ts';
export { startThrowawayPostgres, type ThrowawayPostgres } from './throwaway-postgres.ts';
