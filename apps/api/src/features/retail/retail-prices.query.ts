import { QueryText } from '../../http/query-text.decorator.ts';

/** Names of one set. With several, the set that all of them name. */
export class RetailPricesQuery {
  @QueryText({ description: 'Set number.' })
  set?: string;

  @QueryText({ description: "The retailer's product identifier." })
  asin?: string;

  @QueryText({ description: 'UPC or EAN, with or without leading zero.' })
  upc?: string;
}
