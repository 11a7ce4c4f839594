export * from './local-postgres-error.ts';
export * from './open-local-postgres.ts';
export { keepSecret, readSecret, removeSecret } from './stored-secret.ts';
export * from './throwaway-postgres.ts';
