export * from './set-directory.ts';
export * from './set-page.ts';
export type { SetForecast } from '../forecast/set-forecast.ts';
