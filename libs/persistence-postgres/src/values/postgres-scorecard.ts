import { type Condition, epochDayOf, formatIsoDay, type ItemKind } from '@brickmarket/domain';
import { type SaleScore, ScorecardStore, type StoredScores } from '@brickmarket/persistence-ports';
import { runComputation, type WriteSession } from '../bulk/write-session.ts';
import type { Database } from '../database/database.ts';
import { FORGET_SERVED } from './served-values.ts';
import { BASELINE_COLUMNS } from './staged-values.ts';

/** Past months as of `$1` not closed yet, and the current one with new scores. */
const LIST_DUE = `
SELECT to_char(counted.month, 'YYYY-MM') AS month, counted.month < date_trunc('month', $1::timestamptz) AS "isOver"
FROM (
  SELECT date_trunc('month', scored_on::timestamp) AS month, count(*) AS sales FROM source.sale_score
  WHERE scored_on >= coalesce(
    (SELECT max(month) + interval '1 month' FROM market.scorecard WHERE closed_at IS NOT NULL), '-infinity'
  )
  GROUP BY 1
) counted
LEFT JOIN market.scorecard s ON s.month = counted.month
WHERE counted.month < date_trunc('month', $1::timestamptz) OR s.sales IS DISTINCT FROM counted.sales
ORDER BY 1`;

/** Waits for publishing valuations; later ones score into an open month. */
const HOLD_SCORES = 'LOCK TABLE source.sale_score IN SHARE MODE';

const OPEN_SCORES = `
DECLARE month_scores NO SCROLL CURSOR FOR
SELECT paid_cents AS "paidCents", value_cents AS "valueCents", low_cents AS "lowCents", high_cents AS "highCents",
  data_tier AS tier, split_part(kind, ' ', 1) AS "itemKind", split_part(kind, ' ', 2) AS condition, theme,
  ${Object.entries(BASELINE_COLUMNS)
    .map(([column, name]) => `${column} AS "${name}"`)
    .join(', ')}
FROM source.sale_score`;
const FETCH_SCORES = 'FETCH 10000 FROM month_scores';

const SAVE = `
INSERT INTO market.scorecard (month, sales, report, reported_at, closed_at)
VALUES (to_date($1, 'YYYY-MM'), $2, $3, $4, CASE WHEN $5 THEN $4::timestamptz END)
ON CONFLICT (month) DO UPDATE SET
  sales = excluded.sales, report = excluded.report, reported_at = excluded.reported_at, closed_at = excluded.closed_at`;

const LIST_NEWEST = `
SELECT to_char(month, 'YYYY-MM') AS month, closed_at IS NOT NULL AS "isClosed", report AS figures
FROM market.scorecard ORDER BY scorecard.month DESC LIMIT $1`;

export class PostgresScorecardStore extends ScorecardStore {
  constructor(private readonly database: Database) {
    super();
  }

  report(
    now: Date,
    figuresOf: (scores: AsyncIterable<SaleScore>) => Promise<unknown>,
  ): Promise<readonly StoredScores[]> {
    return runComputation(this.database, 'scorecard', async (session) => {
      const due = await session.query<{ month: string; isOver: boolean }>(LIST_DUE, [now]);
      const reported: StoredScores[] = [];
      for (const { month, isOver } of due)
        reported.push(await session.inTransaction(() => reportMonth(session, { month, isOver, now }, figuresOf)));
      await session.query(FORGET_SERVED, [formatIsoDay(epochDayOf(now))]);
      return reported;
    });
  }

  listNewest(limit: number): Promise<readonly StoredScores[]> {
    return this.database.prepared<StoredScores & { [name: string]: unknown }>('newest_scores', LIST_NEWEST, [limit]);
  }
}

async function reportMonth(
  session: WriteSession,
  { month, isOver, now }: { readonly month: string; readonly isOver: boolean; readonly now: Date },
  figuresOf: (scores: AsyncIterable<SaleScore>) => Promise<unknown>,
): Promise<StoredScores> {
  if (isOver) await session.query(HOLD_SCORES);
  const counted = { sales: 0 };
  const figures = await figuresOf(readScores(session, month, counted));
  await session.query(SAVE, [month, counted.sales, JSON.stringify(figures), now, isOver]);
  return { month, isClosed: isOver, figures };
}

type ScoreRow = Omit<SaleScore, 'baselines'> & SaleScore['baselines'] & { itemKind: ItemKind; condition: Condition };

async function* readScores(
  session: WriteSession,
  month: string,
  counted: { sales: number },
): AsyncGenerator<SaleScore> {
  await session.query(
    `${OPEN_SCORES} WHERE scored_on >= '${month}-01' AND scored_on < date '${month}-01' + interval '1 month'`,
  );
  for (;;) {
    const rows = await session.query<ScoreRow & { [name: string]: unknown }>(FETCH_SCORES);
    if (rows.length === 0) break;
    for (const { average6m, quantityAverage6m, lastSale, median30d, ...row } of rows) {
      counted.sales++;
      yield { ...row, baselines: { average6m, quantityAverage6m, lastSale, median30d } };
    }
  }
  await session.query('CLOSE month_scores');
}
