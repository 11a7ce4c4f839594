export * from './config/config.ts';
export * from './create-app.ts';
