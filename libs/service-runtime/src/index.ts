export * from './client-network.ts';
export * from './disk.ts';
export * from './environment.ts';
export * from './exact-schema.ts';
export * from './logger.ts';
export * from './new-connections.ts';
export * from './request-target.ts';
export * from './trusted-proxies.ts';
