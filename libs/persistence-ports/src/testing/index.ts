export * from './access.contract.ts';
export * from './catalog.contract.ts';
export * from './history.contract.ts';
export * from './identity.contract.ts';
export * from './market.contract.ts';
export * from './operations.contract.ts';
export * from './portfolio.contract.ts';
export * from './retail.contract.ts';
export { type OpenStores, PORTS_UNDER_TEST, type StoresUnderTest } from './stores.ts';
