/** The request that stands as the example of a route. */
export interface ExampleRequest {
  readonly operationId: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly body?: object;
}

const SET = '36614-1';
const MINIFIG = 'fig-965226';

/** One for each route, to the demo market of EXAMPLE_MARKET. */
export const EXAMPLE_REQUESTS: readonly ExampleRequest[] = [
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
  { operationId: 'getHistory', path: '/set/{number}/history', parameters: { number: SET, condition: 'sealed' } },
  { operationId: 'getRetailPrices', path: '/set/{number}/retail-prices', parameters: { number: SET } },
  { operationId: 'findRetailPrices', path: '/retail-prices', parameters: { set: SET } },
  { operationId: 'listRetailWatch', path: '/brickfolio/retail-watch', parameters: { changed_within: '7d' } },
  { operationId: 'listBrickfolios', path: '/brickfolio', parameters: {} },
  { operationId: 'getAnalytics', path: '/brickfolio/analytics', parameters: { period: '30d' } },
  { operationId: 'listEntries', path: '/brickfolio/entries', parameters: { limit: 2 } },
  { operationId: 'listSales', path: '/salesledger', parameters: { limit: 2 } },
];

export const EXAMPLE_MARKET = { asOf: '2026-11-01T12:00:00Z', sets: 60, years: 1 };

/** Path and query of the request. */
export function urlOf({ path, parameters }: ExampleRequest): string {
  const inPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameters[name])));
  const query = Object.entries(parameters).filter(([name]) => !path.includes(`{${name}}`));
  return query.length === 0
    ? inPath
    : `${inPath}?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, String(value)])).toString()}`;
}
