import type { SaleScore, ScorecardStore, StoredScores } from '@brickmarket/persistence-ports';
import { BASELINE_NAMES, LEAST_HELD_PCT, Scorecard, type ScoredMonth, type ScoreFigures } from '@brickmarket/valuation';
import { KIND_OF } from './gather-market.ts';

const SHOWN_MONTHS = 24;

/** Updates the current month and closes past ones; returns them. */
export async function reportScores(store: ScorecardStore, now: Date): Promise<readonly ScoredMonth[]> {
  return (await store.report(now, figuresOf)).map(toMonth);
}

export async function listScores(store: ScorecardStore, months = SHOWN_MONTHS): Promise<readonly ScoredMonth[]> {
  return (await store.listNewest(months)).map(toMonth);
}

/** Whether served ranges covered too few sales; null: no sales. */
export function holdsTooLittle({ figures }: ScoredMonth): boolean | null {
  const { coveragePct } = figures.overall.estimator;
  return coveragePct === null ? null : coveragePct < LEAST_HELD_PCT;
}

async function figuresOf(scores: AsyncIterable<SaleScore>): Promise<ScoreFigures> {
  const scorecard = new Scorecard();
  for await (const score of scores)
    scorecard.add({
      ...score,
      kind: KIND_OF[score.itemKind][score.condition],
      baselineCents: BASELINE_NAMES.map((name) => score.baselines[name]),
    });
  return scorecard.figures();
}

function toMonth({ month, isClosed, figures }: StoredScores): ScoredMonth {
  return { month, isClosed, figures: figures as ScoreFigures };
}
