import { type ForecastJudgement, forecastTable, presentForecasts } from './forecast-report.ts';

const anOrigin = (month: string, heldPct: number, loss: number) => ({
  month,
  series: 60,
  heldPct,
  loss,
  rivals: { unchanged: loss + 1, theme: loss + 2 },
});
const ORIGINS = [anOrigin('2023-10', 79, 2), anOrigin('2024-10', 81, 3), anOrigin('2025-10', 83, 5.5)];
const aJudgement = (judgement: Partial<ForecastJudgement>): ForecastJudgement => ({
  condition: 'sealed',
  of: 'price12Months',
  refusal: null,
  origins: ORIGINS,
  ...judgement,
});

describe('the report on forecasts', () => {
  it('has a row for each with its moments, means over them, and whether it is shown', () => {
    const { headings, rows } = forecastTable([aJudgement({})]);
    expect(headings).toEqual(['forecast', 'moments', 'in range %', 'our loss', 'unchanged', 'by theme', 'shown']);
    expect(rows).toEqual([['sealed: price in 12 months', 3, 81, 3.5, 4.5, 5.5, 'yes']]);
  });

  it.each([
    ['too-short', 'the past is too short'],
    ['not-better', 'no better than plain ways'],
    ['range-not-held', 'ranges did not hold'],
  ] as const)('says why one that is %s is not shown', (refusal, reason) => {
    expect(forecastTable([aJudgement({ refusal })]).rows[0]!.at(-1)).toBe(reason);
    expect(presentForecasts([aJudgement({ refusal })])).toMatchObject([{ shown: false, refusal }]);
  });

  it('has no means where there was no moment, and none of a rival that was not asked', () => {
    const sales = ORIGINS.map((origin) => ({ ...origin, rivals: { lastQuarter: 4 } }));
    const { rows } = forecastTable([
      aJudgement({ refusal: 'too-short', origins: [] }),
      aJudgement({ of: 'sales90Days', origins: sales }),
    ]);
    expect(rows).toEqual([
      ['sealed: price in 12 months', 0, null, null, null, null, 'the past is too short'],
      ['sealed: sales in 90 days', 3, 81, 3.5, 4, null, 'yes'],
    ]);
  });

  it('has the figures of every moment for programs', () => {
    expect(presentForecasts([aJudgement({ condition: 'used', of: 'price6Months' })])).toEqual([
      {
        condition: 'used',
        forecast: 'price in 6 months',
        shown: true,
        refusal: null,
        origins: [
          { month: '2023-10', series: 60, held_pct: 79, loss: 2, loss_unchanged: 3, loss_theme_growth: 4 },
          { month: '2024-10', series: 60, held_pct: 81, loss: 3, loss_unchanged: 4, loss_theme_growth: 5 },
          { month: '2025-10', series: 60, held_pct: 83, loss: 5.5, loss_unchanged: 6.5, loss_theme_growth: 7.5 },
        ],
      },
    ]);
  });
});
