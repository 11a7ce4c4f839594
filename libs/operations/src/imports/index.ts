export * from './staged-import.ts';
export { exportOwnBrickfolio, exportOwnSales } from '../portfolio/import-export.ts';
