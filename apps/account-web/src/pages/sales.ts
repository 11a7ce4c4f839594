// One script for sales and the tax on them: they are small, and compress better together.
export { default as LedgerPage } from './ledger.tsx';
export { default as TaxPage } from './tax.tsx';
