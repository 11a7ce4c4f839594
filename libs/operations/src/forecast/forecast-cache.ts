import type { ForecastStore, SystemStatus } from '@brickmarket/persistence-ports';
import type { MarketForecast } from '@brickmarket/valuation';
import { VersionedCache } from '../caching/versioned-cache.ts';

/** Latest forecast, cached until values or forecasts change: its tables are large and every set page needs them. */
export class ForecastCache {
  readonly #latest: VersionedCache<MarketForecast | null>;

  constructor(
    private readonly forecasts: ForecastStore,
    report: SystemStatus,
  ) {
    this.#latest = new VersionedCache(report, ['market'], 1);
  }

  read(): Promise<MarketForecast | null> {
    return this.#latest.read('latest', async () => {
      const latest = await this.forecasts.findLatest();
      return (latest?.forecast ?? null) as MarketForecast | null;
    });
  }
}
