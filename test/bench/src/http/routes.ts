import type { Target } from './load.ts';
import type { BenchMarket } from './market.ts';

/** Routes whose answers belong to the caller. */
const PRIVATE_ROUTES = [
  'GET /brickfolio',
  'GET /brickfolio/entries',
  'GET /brickfolio/analytics',
  'GET /brickfolio/retail-watch',
  'GET /salesledger',
] as const;

/** Whether a route shows what belongs to one account. */
export function isPrivate(route: string): boolean {
  return (PRIVATE_ROUTES as readonly string[]).includes(route);
}

export const SET_ROUTE = 'GET /set/{number}';

type Names = Pick<BenchMarket, 'keys' | 'setNumbers' | 'minifigNumbers' | 'asins'>;

/** Every route of the contract with requests like those of real clients. */
export function routeTargets(market: Names): ReadonlyMap<string, Target> {
  const { keys, setNumbers, minifigNumbers, asins } = market;
  const get = (paths: readonly string[]): Target => ({ keys, paths: paths.map((path) => `/api/v1${path}`) });
  const batch = JSON.stringify({ sets: setNumbers.slice(0, 60), minifigs: minifigNumbers.slice(0, 40) });
  return new Map<string, Target>([
    [SET_ROUTE, get(setNumbers.map((number) => `/set/${number}`))],
    ['GET /minifig/{number}', get(minifigNumbers.map((number) => `/minifig/${number}`))],
    [
      'GET /catalog/sets/search',
      get([
        ...setNumbers.slice(0, 100).map((number) => `/catalog/sets/search?q=${number.slice(0, 3)}`),
        ...['castle', 'the', 'er', 'space ship'].map((q) => `/catalog/sets/search?q=${encodeURIComponent(q)}`),
      ]),
    ],
    ['GET /catalog/minifigs/search', get(['fig', 'knight', 'an', 'red'].map((q) => `/catalog/minifigs/search?q=${q}`))],
    ['GET /catalog/themes', get(['/catalog/themes'])],
    ['POST /catalog/batch (100 items)', { keys, paths: ['/api/v1/catalog/batch'], body: batch }],
    ['GET /set/{number}/history', get(setNumbers.slice(0, 200).map((number) => `/set/${number}/history`))],
    ['GET /set/{number}/retail-prices', get(setNumbers.slice(0, 200).map((number) => `/set/${number}/retail-prices`))],
    ['GET /retail-prices', get(asins.map((asin) => `/retail-prices?asin=${asin}`))],
    ['GET /brickfolio', get(['/brickfolio'])],
    ['GET /brickfolio/entries', get(['/brickfolio/entries'])],
    ['GET /brickfolio/analytics', get(['/brickfolio/analytics'])],
    ['GET /brickfolio/retail-watch', get(['/brickfolio/retail-watch?changed_within=7d'])],
    ['GET /salesledger', get(['/salesledger'])],
  ]);
}
