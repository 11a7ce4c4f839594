import { ForecastStore, type StoredForecast } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';

/** Forecasts in PostgreSQL. */
export class PostgresForecastStore extends ForecastStore {
  constructor(private readonly database: Database) {
    super();
  }

  async save(forecast: unknown, learnedAt: Date): Promise<void> {
    await this.database.prepared(
      'save_forecast',
      'INSERT INTO market.forecast (learned_at, forecast) VALUES ($1, $2)',
      [learnedAt, JSON.stringify(forecast)],
    );
  }

  async findLatest(): Promise<StoredForecast | null> {
    const [latest] = await this.database.prepared<{ learnedAt: Date; forecast: unknown }>(
      'latest_forecast',
      'SELECT learned_at AS "learnedAt", forecast FROM market.forecast ORDER BY id DESC LIMIT 1',
      [],
    );
    return latest ?? null;
  }
}
