export type * from './database.ts';
export { DATABASE } from './database.ts';
export * from './extension.ts';
export * from './input.ts';
export * from './metadata.ts';
export * from './routes.ts';
