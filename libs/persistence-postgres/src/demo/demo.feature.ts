import {
  DemoRecord,
  type LoadedDemo,
  type PriceChangeFold,
  type PriceFold,
  type RemovedMarket,
} from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import { bind, type Feature } from '../feature.ts';
import { MarkDemo1795320000001 } from './migrations/1795320000001-mark-demo.ts';
import { removeMarket } from './remove-market.ts';

interface DemoRow {
  seed: string;
  as_of: Date;
  sets: number;
  minifigs: number;
  years: number;
  profile: string;
  finished_at: Date | null;
}

const BEGIN = `
INSERT INTO ops.demo_market (seed, as_of, sets, minifigs, years, temperament) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (only_row) DO UPDATE
SET seed = $1, as_of = $2, sets = $3, minifigs = $4, years = $5, temperament = $6, finished_at = NULL`;

const FINISH = 'UPDATE ops.demo_market SET finished_at = now(), as_of = coalesce($1, as_of)';

/** No build updates or reloads a demo of this profile. */
const END = `UPDATE ops.demo_market SET temperament = 'being removed'`;

class PostgresDemoRecord extends DemoRecord {
  constructor(private readonly database: Database) {
    super();
  }

  async find(): Promise<LoadedDemo | null> {
    const [row] = await this.database.prepared<DemoRow>(
      'find_demo',
      'SELECT seed, as_of, sets, minifigs, years, temperament AS profile, finished_at FROM ops.demo_market',
      [],
    );
    return row
      ? {
          seed: row.seed,
          asOf: row.as_of,
          sets: row.sets,
          minifigs: row.minifigs,
          years: row.years,
          profile: row.profile,
          finishedAt: row.finished_at,
        }
      : null;
  }

  async begin(demo: Omit<LoadedDemo, 'finishedAt'>): Promise<void> {
    await this.database.prepared('begin_demo', BEGIN, [
      demo.seed,
      demo.asOf,
      demo.sets,
      demo.minifigs,
      demo.years,
      demo.profile,
    ]);
  }

  async finish(asOf?: Date): Promise<void> {
    await this.database.prepared('finish_demo', FINISH, [asOf ?? null]);
  }

  async removeMarket(folds: { readonly fold: PriceFold; readonly changesOf: PriceChangeFold }): Promise<RemovedMarket> {
    await this.database.prepared('end_demo', END, []);
    return removeMarket(this.database, folds);
  }

  async forget(): Promise<void> {
    await this.database.prepared('forget_demo', 'DELETE FROM ops.demo_market', []);
  }
}

export const DEMO: Feature = {
  ports: [bind(DemoRecord, PostgresDemoRecord)],
  migrations: [MarkDemo1795320000001],
};
