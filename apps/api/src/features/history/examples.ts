import type { ExampleRequest } from '../../openapi/feature.decorator.ts';

/** The example request of each route. */
export const REQUESTS: readonly ExampleRequest[] = [
  { operationId: 'getHistory', path: '/set/{number}/history', parameters: { number: '36614-1', condition: 'sealed' } },
];
