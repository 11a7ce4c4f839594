import { BacktestStore, type StoredBacktest } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';

/** Backtest reports in PostgreSQL. */
export class PostgresBacktestStore extends BacktestStore {
  constructor(private readonly database: Database) {
    super();
  }

  async save(report: unknown, ranAt: Date): Promise<void> {
    await this.database.prepared('save_backtest', 'INSERT INTO market.backtest (ran_at, report) VALUES ($1, $2)', [
      ranAt,
      JSON.stringify(report),
    ]);
  }

  async findLatest(): Promise<StoredBacktest | null> {
    const [latest] = await this.database.prepared<{ ranAt: Date; report: unknown }>(
      'latest_backtest',
      'SELECT ran_at AS "ranAt", report FROM market.backtest ORDER BY id DESC LIMIT 1',
      [],
    );
    return latest ?? null;
  }
}
