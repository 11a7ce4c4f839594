import { epochDayOf, formatIsoDay } from '@brickmarket/domain';
import { type ExchangeRate, ExchangeRates } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';

const PUT = `
INSERT INTO ops.exchange_rate AS r (day, currency, rate)
SELECT * FROM unnest($1::date[], $2::text[], $3::double precision[])
ON CONFLICT (day, currency) DO UPDATE SET rate = excluded.rate WHERE r.rate <> excluded.rate`;

const DAY = `day - date '1970-01-01' AS day`;
const FIND = `
SELECT ${DAY}, currency, rate FROM ops.exchange_rate
WHERE day = (SELECT max(day) FROM ops.exchange_rate WHERE day BETWEEN $1::date - 7 AND $1::date)
ORDER BY currency`;

export class PostgresExchangeRates extends ExchangeRates {
  constructor(private readonly database: Database) {
    super();
  }

  async put(rates: readonly ExchangeRate[]): Promise<number> {
    const columns = [rates.map(({ day }) => formatIsoDay(day)), rates.map((one) => one.currency)];
    const { rowCount } = await this.database.pool.query(PUT, [...columns, rates.map(({ rate }) => rate)]);
    return rowCount ?? 0;
  }

  async findOn(day: number): Promise<readonly ExchangeRate[]> {
    return (await this.database.pool.query<ExchangeRate>(FIND, [formatIsoDay(day)])).rows;
  }

  async lastDay(): Promise<number | null> {
    const { rows } = await this.database.pool.query<{ at: Date | null }>(
      "SELECT max(day)::timestamp AT TIME ZONE 'UTC' AS at FROM ops.exchange_rate",
    );
    return rows[0]!.at === null ? null : epochDayOf(rows[0]!.at);
  }
}
