export * from './account-store.contract.ts';
export * from './api-key-store.contract.ts';
export * from './catalog-import.contract.ts';
export * from './demo-record.contract.ts';
export * from './key-usage-report.contract.ts';
