export { MAX_IMPORT_ROWS, type NamedColumns, type SentFile, stageImport } from './staged-import.ts';
export * from './staged-rows.ts';
export * from './take-import.ts';
export { isSalesMapping, suggestColumns, suggestSalesColumns } from '@brickmarket/feeds';
export { cellsAfter, cellsOf, columnsOf, mappableColumnsOf } from '../portfolio/file-rows.ts';
export { exportOwnBrickfolio, exportOwnSales } from '../portfolio/import-export.ts';
