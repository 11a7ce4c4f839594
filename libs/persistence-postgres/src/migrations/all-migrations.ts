import { CreateAccess1794700800001 } from './1794700800001-create-access.ts';
import { CreateCatalog1794700800002 } from './1794700800002-create-catalog.ts';
import { CreateDemoRecord1794700800700 } from './1794700800700-create-demo-record.ts';
import { CreateRetail1794700820001 } from './1794700820001-create-retail.ts';
import { CreateValueSteps1794700830000 } from './1794700830000-create-value-steps.ts';
import { CreatePortfolio1794700830001 } from './1794700830001-create-portfolio.ts';
import { CreateMarket1794700840001 } from './1794700840001-create-market.ts';
import { CreateOperationsReport1794700900001 } from './1794700900001-create-operations-report.ts';
import { RememberFactsVersions1794701000001 } from './1794701000001-remember-facts-versions.ts';
import { WidenSaleSource1794701100001 } from './1794701100001-widen-sale-source.ts';
import { KeepMarksOfLaterSales1794701100002 } from './1794701100002-keep-marks-of-later-sales.ts';
import { AdmitAsOneStatement1794701200001 } from './1794701200001-admit-as-one-statement.ts';
import { ForgetStaleRetailPrices1794701300001 } from './1794701300001-forget-stale-retail-prices.ts';

/** Classes, not globs: the same list works from source and from the build. In order of their time stamps. */
export const ALL_MIGRATIONS = [
  CreateAccess1794700800001,
  CreateCatalog1794700800002,
  CreateDemoRecord1794700800700,
  CreateRetail1794700820001,
  CreateValueSteps1794700830000,
  CreatePortfolio1794700830001,
  CreateMarket1794700840001,
  CreateOperationsReport1794700900001,
  RememberFactsVersions1794701000001,
  WidenSaleSource1794701100001,
  KeepMarksOfLaterSales1794701100002,
  AdmitAsOneStatement1794701200001,
  ForgetStaleRetailPrices1794701300001,
];
