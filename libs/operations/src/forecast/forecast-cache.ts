import type { ForecastStore, SystemStatus } from '@brickmarket/persistence-ports';
import type { MarketForecast } from '@brickmarket/valuation';

/**
 * What was learned about the market's future last, in memory until values or forecasts change: its tables are large,
 * and every page of a set needs them.
 */
export class ForecastCache {
  #version: number | null = null;
  #learned: MarketForecast | null = null;

  constructor(
    private readonly forecasts: ForecastStore,
    private readonly report: SystemStatus,
  ) {}

  /** Null before the first backtest is published. */
  async read(): Promise<MarketForecast | null> {
    // Asked before the forecast is read: what changes in between is read again by the next request.
    const changes = await this.report.listDataChanges();
    const { version } = changes.find(({ kind }) => kind === 'market')!;
    if (version !== this.#version) {
      const latest = await this.forecasts.findLatest();
      this.#learned = (latest?.forecast ?? null) as MarketForecast | null;
      this.#version = version;
    }
    return this.#learned;
  }
}
