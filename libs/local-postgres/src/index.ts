export * from './local-postgres-error.ts';
export * from './throwaway-postgres.ts';
