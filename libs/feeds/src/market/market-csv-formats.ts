import { type MarketSale, type RetailObservation, formatUsd } from '@brickmarket/domain';
import type { CsvFormat } from '../writing/csv-format.ts';
import { RETAIL_PRICE_COLUMNS, SALE_COLUMNS } from './market-columns.ts';

/** Market sales in the project's own format. */
export const marketSalesCsv: CsvFormat<MarketSale> = {
  header: SALE_COLUMNS,
  cells: (sale) => [
    sale.itemKind,
    sale.itemNumber,
    sale.condition,
    sale.soldAt.toISOString(),
    formatUsd(sale.priceCents),
    sale.quantity,
    sale.source,
    sale.sourceRef,
  ],
};

/** Retail price observations in the project's own format. */
export const retailPricesCsv: CsvFormat<RetailObservation> = {
  header: RETAIL_PRICE_COLUMNS,
  cells: (seen) => [
    seen.retailer,
    seen.setNumber,
    seen.asin,
    seen.upc,
    seen.ean,
    seen.observedAt.toISOString(),
    usd(seen.priceCents),
    usd(seen.listPriceCents),
    seen.sellerType,
    seen.inStock,
    seen.productUrl,
    usd(seen.lowestFbaCents),
    seen.fbaSellers,
    usd(seen.buyBoxCents),
  ],
};

function usd(cents: number | null): string | null {
  return cents === null ? null : formatUsd(cents);
}
