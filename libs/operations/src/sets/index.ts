export * from './set-directory.ts';
