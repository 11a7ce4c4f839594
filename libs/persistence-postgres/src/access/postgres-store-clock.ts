import { StoreClock } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';

/** The database's own clock, the one the quota's days go by. */
export class PostgresStoreClock extends StoreClock {
  constructor(private readonly database: Database) {
    super();
  }

  async now(): Promise<Date> {
    return (await this.database.pool.query<{ now: Date }>('SELECT access.clock() AS now')).rows[0]!.now;
  }
}
