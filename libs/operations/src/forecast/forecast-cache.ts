import type { ForecastStore, SystemStatus } from '@brickmarket/persistence-ports';
import type { MarketForecast } from '@brickmarket/valuation';

/** Latest forecast, cached until values or forecasts change: its tables are large and every set page needs them. */
export class ForecastCache {
  #version: number | null = null;
  #learned: MarketForecast | null = null;

  constructor(
    private readonly forecasts: ForecastStore,
    private readonly report: SystemStatus,
  ) {}

  async read(): Promise<MarketForecast | null> {
    // Versions first: changes during the read are read again by the next request.
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
