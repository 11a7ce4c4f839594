import type { RetailObservation } from './retail-observation.ts';

/** One look at a product page, once it is known which set at which retailer it shows. */
export type PriceObservation = Omit<RetailObservation, 'retailer' | 'setNumber' | 'asin' | 'upc' | 'ean'>;
