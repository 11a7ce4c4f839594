import { ForecastStore, type StoredForecast } from '@brickmarket/persistence-ports';
import { raiseVersionIf } from '../changes/record-changes.ts';
import type { Database } from '../database/database.ts';

// Saving forecasts changes no record, so the version has no items.
const SAVE = `
WITH latest AS (SELECT forecast FROM market.forecast ORDER BY id DESC LIMIT 1),
saved AS (INSERT INTO market.forecast (learned_at, forecast) VALUES ($2, $3))
${raiseVersionIf('NOT EXISTS (SELECT FROM latest WHERE forecast = $3)').trim()}`;

export class PostgresForecastStore extends ForecastStore {
  constructor(private readonly database: Database) {
    super();
  }

  async save(forecast: unknown, learnedAt: Date): Promise<void> {
    await this.database.prepared('save_forecast', SAVE, ['market', learnedAt, JSON.stringify(forecast)]);
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
