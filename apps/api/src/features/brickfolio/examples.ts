import type { ExampleRequest } from '../../openapi/feature.decorator.ts';

/** The example request of each route. */
export const REQUESTS: readonly ExampleRequest[] = [
  { operationId: 'listBrickfolios', path: '/brickfolio', parameters: {} },
  { operationId: 'getAnalytics', path: '/brickfolio/analytics', parameters: { period: '30d' } },
  { operationId: 'listEntries', path: '/brickfolio/entries', parameters: { limit: 2 } },
];
