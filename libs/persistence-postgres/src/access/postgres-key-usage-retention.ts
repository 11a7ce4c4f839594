import { type EpochDay, formatIsoDay } from '@brickmarket/domain';
import { KeyUsageRetention } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';

/** Old counters in PostgreSQL. */
export class PostgresKeyUsageRetention extends KeyUsageRetention {
  constructor(private readonly database: Database) {
    super();
  }

  async deleteBefore(day: EpochDay): Promise<number> {
    return (
      (await this.database.pool.query('DELETE FROM access.key_usage WHERE day < $1', [formatIsoDay(day)])).rowCount ?? 0
    );
  }
}
