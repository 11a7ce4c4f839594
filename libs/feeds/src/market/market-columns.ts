/** Columns of a market sales file; `source` and `source_ref` together identify a row. */
export const SALE_COLUMNS = [
  'item_type',
  'item_number',
  'condition',
  'sold_at',
  'price_usd',
  'quantity',
  'source',
  'source_ref',
] as const;

/** Columns of a retail prices file; any of the four identifiers names the set. */
export const RETAIL_PRICE_COLUMNS = [
  'retailer',
  'set_number',
  'asin',
  'upc',
  'ean',
  'observed_at',
  'price_usd',
  'list_price_usd',
  'seller_type',
  'in_stock',
  'product_url',
  'lowest_fba_usd',
  'fba_sellers',
  'buy_box_usd',
] as const;
