export * from './config/config.ts';
export * from './config/read-config.ts';
export * from './create-app.ts';
