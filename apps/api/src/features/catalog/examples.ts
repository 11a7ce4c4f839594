import type { ExampleRequest } from '../../openapi/feature.decorator.ts';

const SET = '36614-1';
const MINIFIG = 'fig-965226';

/** The example request of each route. */
export const REQUESTS: readonly ExampleRequest[] = [
  { operationId: 'getSet', path: '/set/{number}', parameters: { number: SET } },
  { operationId: 'getMinifig', path: '/minifig/{number}', parameters: { number: MINIFIG } },
  { operationId: 'searchSets', path: '/catalog/sets/search', parameters: { q: 'of', limit: 2 } },
  { operationId: 'searchMinifigs', path: '/catalog/minifigs/search', parameters: { q: 'hair', limit: 2 } },
  { operationId: 'listThemes', path: '/catalog/themes', parameters: {} },
  {
    operationId: 'getBatch',
    path: '/catalog/batch',
    parameters: {},
    body: { sets: [SET, '0-0'], minifigs: [MINIFIG] },
  },
];
