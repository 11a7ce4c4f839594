import { type Condition, type EpochDay, firstDayOfMonth, formatIsoDay, parseIsoMonth } from '@brickmarket/domain';
import {
  type BackedMonth,
  type MonthSeries,
  type MonthSession,
  MonthStore,
  type MonthsToPublish,
  type PublishedMonth,
  type Restatement,
  type RestatementTrace,
  type SaleScope,
  type SaleSeriesHandler,
} from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import type { WriteSession } from '../bulk/write-session.ts';
import { readSales } from '../sales/read-sales.ts';
import { runComputation } from './computation.ts';
import * as sql from './merge-months.sql.ts';
import { type MonthRow, publishedMonth } from './month-row.ts';

interface SeriesRow {
  [name: string]: unknown;
  itemId: number;
  condition: Condition;
  releaseDay: EpochDay | null;
  exitDay: EpochDay | null;
  first: string | null;
  through: string | null;
}

/** Published months in PostgreSQL. */
export class PostgresMonthStore extends MonthStore {
  constructor(private readonly database: Database) {
    super();
  }

  async run<Result>(work: (session: MonthSession) => Promise<Result>): Promise<Result> {
    return runComputation(this.database, 'months', (session) => work(new PostgresMonths(session)));
  }
}

class PostgresMonths implements MonthSession {
  constructor(private readonly session: WriteSession) {}

  async listSeries(setNumber?: string): Promise<readonly MonthSeries[]> {
    return (await this.session.query<SeriesRow>(sql.LIST_SERIES, [setNumber ?? null])).map(monthSeries);
  }

  readSales(scope: SaleScope, take: SaleSeriesHandler): Promise<void> {
    return readSales(this.session, scope, take);
  }

  async publish(months: Iterable<MonthsToPublish>): Promise<void> {
    await this.session.stage(...sql.STAGED_MONTHS);
    const series = this.session.copyInto('staged_series', sql.STAGED_SERIES_COLUMNS);
    const values = this.session.copyInto('staged_month', sql.STAGED_MONTH_COLUMNS);
    for (const {
      series: { itemId, condition },
      first,
      through,
      months: published,
    } of months) {
      await series.write([[itemId, condition, monthText(first), monthText(through)]]);
      await values.write(published.map((month) => [itemId, condition, ...monthColumns(month)]));
    }
    await series.end();
    await values.end();
    await this.session.merge('market', async () => {
      await this.session.write(sql.WRITE_MONTHS);
      return { result: undefined, hasChanged: (await this.session.write(sql.WRITE_SERIES)) > 0 };
    });
  }

  async listRechecked(): Promise<readonly number[]> {
    return (await this.session.query<{ itemId: number }>(sql.LIST_RECHECKED)).map(({ itemId }) => itemId);
  }

  async backMonths(
    months: Iterable<BackedMonth>,
    itemIds: readonly number[],
    { by, reason }: RestatementTrace,
  ): Promise<number> {
    await this.session.stage(sql.STAGED_BACKED);
    const values = this.session.copyInto('staged_backed', sql.STAGED_MONTH_COLUMNS);
    for (const { itemId, condition, month } of months)
      await values.write([[itemId, condition, ...monthColumns(month)]]);
    const staged = await values.end();
    return this.session.merge('market', async () => {
      await this.session.query(sql.CLEAR_RECHECKED, [itemIds]);
      if (staged === 0) return { result: 0, hasChanged: false };
      await this.session.query(sql.BEGIN_RESTATING);
      const [backed] = await this.session.query<{ months: number }>(sql.BACK_MONTHS, [by, reason]);
      return { result: backed!.months, hasChanged: backed!.months > 0 };
    });
  }

  restate(restatements: readonly Restatement[]): Promise<readonly (PublishedMonth | null)[]> {
    return this.session.merge('market', async () => {
      await this.session.query(sql.BEGIN_RESTATING);
      const before: (PublishedMonth | null)[] = [];
      for (const { series, after, by, reason } of restatements) {
        const [row] = await this.session.query<{ before: MonthRow | null }>(sql.RESTATE, [
          series.itemId,
          series.condition,
          ...monthColumns(after),
          by,
          reason,
        ]);
        before.push(row!.before && publishedMonth(row!.before));
      }
      return { result: before, hasChanged: true };
    });
  }
}

function monthSeries({ itemId, condition, releaseDay, exitDay, first, through }: SeriesRow): MonthSeries {
  return {
    itemId,
    condition,
    releaseDay,
    exitDay,
    published: first === null ? null : { first: parseIsoMonth(first)!, through: parseIsoMonth(through!)! },
  };
}

function monthColumns({ month, valueCents, lowCents, highCents, salesCount, event }: PublishedMonth) {
  return [monthText(month), valueCents, lowCents, highCents, salesCount, event] as const;
}

function monthText(month: number): string {
  return formatIsoDay(firstDayOfMonth(month));
}
