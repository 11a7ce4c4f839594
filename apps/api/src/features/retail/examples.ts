import type { ExampleRequest } from '../../openapi/feature.decorator.ts';

const SET = '36614-1';

/** The example request of each route. */
export const REQUESTS: readonly ExampleRequest[] = [
  { operationId: 'getRetailPrices', path: '/set/{number}/retail-prices', parameters: { number: SET } },
  { operationId: 'findRetailPrices', path: '/retail-prices', parameters: { set: SET } },
  { operationId: 'listRetailWatch', path: '/brickfolio/retail-watch', parameters: { changed_within: '7d' } },
];
