export * from './access.ts';
export * from './catalog.ts';
export * from './history.ts';
export * from './identity.ts';
export * from './market.ts';
export * from './operations.ts';
export * from './portfolio.ts';
export * from './retail.ts';
