export * from './set-directory.ts';
export * from './set-page.ts';
export { VersionedCache } from '../caching/versioned-cache.ts';
export { ForecastCache } from '../forecast/forecast-cache.ts';
export type { SetForecast } from '@brickmarket/valuation';
