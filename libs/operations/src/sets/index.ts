export * from './set-directory.ts';
export * from './set-page.ts';
