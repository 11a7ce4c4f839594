import type { ExampleRequest } from '../../openapi/feature.decorator.ts';

/** The example request of each route. */
export const REQUESTS: readonly ExampleRequest[] = [
  { operationId: 'listSales', path: '/salesledger', parameters: { limit: 2 } },
];
