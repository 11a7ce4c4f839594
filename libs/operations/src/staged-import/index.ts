export * from './staged-import.ts';
export * from './take-import.ts';
export { isSalesMapping, suggestColumns, suggestSalesColumns } from '@brickmarket/feeds';
export { cellsAfter, cellsOf, columnsOf, mappableColumnsOf } from '../portfolio/file-rows.ts';
export { exportOwnBrickfolio, exportOwnSales } from '../portfolio/import-export.ts';
