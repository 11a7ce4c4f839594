export * from './account.ts';
export * from './catalog.ts';
export * from './calendar.ts';
export * from './errors.ts';
export * from './identity.ts';
export * from './market.ts';
export * from './money.ts';
export * from './retail.ts';
