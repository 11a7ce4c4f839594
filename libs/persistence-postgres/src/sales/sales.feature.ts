import { SalesImport } from '@brickmarket/persistence-ports';
import { bind, type Feature } from '../feature.ts';
import { WidenSaleSource1794701100001 } from './migrations/1794701100001-widen-sale-source.ts';
import { PostgresSalesImport } from './postgres-sales-import.ts';

/** Licensed sales, which only the valuation reads. */
export const SALES: Feature = {
  ports: [bind(SalesImport, PostgresSalesImport)],
  migrations: [WidenSaleSource1794701100001],
};
