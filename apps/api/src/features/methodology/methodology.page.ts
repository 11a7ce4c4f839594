import { epochDayOf, type IsoMonth, parseIsoMonth, writtenDay, writtenMonth } from '@brickmarket/domain';
import type { StoredBacktest } from '@brickmarket/persistence-ports';
import {
  LEAST_HELD_PCT,
  type MarketReport,
  METHOD_TITLES,
  ratioText,
  type ScoredMonth,
  verdictOn,
} from '@brickmarket/valuation';
import type { PageFrame } from '../../pages/page-frames.ts';
import { escapeHtml, PAGE_FOOTER, pageShell } from '../../pages/page-shell.ts';
import { METHOD } from './method.ts';

export interface Accuracy {
  readonly latest: StoredBacktest | null;
  readonly months: readonly ScoredMonth[];
}

const STYLE = `
.top{padding:clamp(2rem,6vw,4rem) 0 0;max-width:46rem}
.top h1{margin:0;font-size:clamp(2rem,5vw,3rem);letter-spacing:-.03em}
.top p{margin:1rem 0 0;color:var(--soft);font-size:clamp(1.05rem,2vw,1.2rem);line-height:1.5}
.part{padding-top:clamp(2.2rem,5vw,3.4rem)}
.part>h2{margin:0 0 .4rem;font-size:clamp(1.4rem,3vw,1.8rem)}
.note{margin:0 0 1.2rem;color:var(--soft);max-width:46rem}
.scroll+.note{margin-top:1.2rem}
.method{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,max(26rem,50% - 3rem)),1fr));gap:1.6rem \
3rem;margin-top:1.2rem}
.method h3{margin:0 0 .4rem;font-size:1.08rem}
.method p{margin:0}
.method details{margin-top:.5rem}
.method summary{cursor:pointer;color:var(--brick-ink);font-weight:550;min-height:1.6rem}
.method details p{margin-top:.4rem;color:var(--soft)}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:.75rem;background:var(--card)}
table{border-collapse:separate;border-spacing:0;width:100%;font-size:.88rem;font-variant-numeric:tabular-nums}
th,td{padding:.5rem .8rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
tbody tr:last-child>*{border-bottom:0}
thead th{color:var(--soft);font-weight:600;vertical-align:bottom;white-space:normal;min-width:6.2rem;line-height:1.3}
th:first-child{position:sticky;left:0;background:var(--card);text-align:left;border-right:1px solid var(--line)}
tbody th{font-weight:550}
td small{display:block;color:var(--soft)}
@media (max-width:40rem){th:first-child{max-width:8.5rem;white-space:normal}}
`;

export function methodologyPage({ latest, months }: Accuracy, frame: PageFrame): string {
  const method = METHOD.map(
    ({ title, summary, text }) => `<section><h3>${escapeHtml(title)}</h3><p>${escapeHtml(summary)}</p>
<details><summary>The details</summary><p>${escapeHtml(text)}</p></details></section>`,
  );
  return pageShell({
    path: '/methodology',
    frame,
    title: 'How Brickmarket values are made',
    description: 'How the values are computed from sales, and how far they were from the sales that followed.',
    style: STYLE,
    body: `<main id="content" class="page">
<div class="top">
<h1>How values are made, and how good they are</h1>
<p>A value is what the next buyer will most likely pay, in US dollars. It is computed from observed sales, not from \
what sellers ask. Sealed and used copies have a value each.</p>
</div>
<section class="part" aria-labelledby="method">
<h2 id="method">Seven points</h2>
<div class="method">${method.join('')}</div>
</section>
<section class="part" aria-labelledby="check">
<h2 id="check">How good the values are</h2>
${latest === null ? NO_REPORT : reportSummary(latest.ranAt, latest.report as MarketReport)}
${scorecardSummary(months)}
<p class="note">Clients that accept JSON get all figures from this address.</p>
</section>
</main>
${PAGE_FOOTER}`,
  });
}

const NO_REPORT =
  '<p class="note">No backtest has been run yet. The background jobs run one as soon as there are sales, and again ' +
  'every week.</p>';

const monthText = (month: IsoMonth): string => writtenMonth(parseIsoMonth(month)!);

function reportSummary(ranAt: Date, report: MarketReport): string {
  const source = report.againstTruth === null ? '' : ' This is an invented market.';
  return `<p class="note">Each sale from ${monthText(report.firstMonth)} to ${monthText(report.lastMonth)} is compared \
with the value of the evening before its month, from nothing but what was known then. Simple methods answer the same \
questions. Computed <time datetime="${ranAt.toISOString()}">${writtenDay(epochDayOf(ranAt))}</time>.${source}</p>
${accuracyTable(report)}
<p class="note">A ratio is our mean error over the mean error of a method, on the same sales. Its 95 % interval is \
over items. Below 1 is nearer. “Better” and “worse” are only said when the whole interval is below or above 1.</p>
<p class="note">${forecastText(report)}</p>`;
}

const KIND_TITLES = {
  all: 'All',
  sealed: 'Sealed sets',
  used: 'Used sets',
  figureNew: 'New minifigures',
  figureUsed: 'Used minifigures',
} as const;
const SHOWN_METHODS = ['lastSale', 'median30d', 'average6m'] as const;

/** Our errors, ranges and ratios to simple methods, by kind. */
function accuracyTable({ againstSales, comparisons = [] }: MarketReport): string {
  const heads = [
    'Kind',
    'Sales',
    'Median error',
    'In the 80 % range',
    ...SHOWN_METHODS.map((method) => `Ratio to the ${METHOD_TITLES[method]}`),
  ];
  const rows = Object.entries(KIND_TITLES).flatMap(([kind, title]) => {
    const figures = kind === 'all' ? againstSales.overall : againstSales.by.kind[kind];
    if (figures === undefined) return [];
    const ratios = SHOWN_METHODS.map((method) => {
      const one = comparisons.find((each) => each.market === kind && each.method === method);
      return one === undefined ? '–' : `${ratioText(one.male) ?? '–'} <small>${verdictOn(one)}</small>`;
    });
    const { mdapePct, coveragePct } = figures.estimator;
    const cells = [figures.sales.toLocaleString('en-US'), percent(mdapePct), percent(coveragePct), ...ratios];
    return [`<tr><th scope="row">${title}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`];
  });
  // A wide table scrolls; focusable for the keyboard.
  return `<div class="scroll" role="region" tabindex="0" aria-label="Accuracy by kind"><table>
<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`;
}

function forecastText({ forecasts = [] }: MarketReport): string {
  const shown = forecasts.filter(({ refusal }) => refusal === null).length;
  return `Of ${forecasts.length} kinds of forecast ${shown} are shown. A forecast is shown where it was better than \
plain guesses in this market before, from three moments of the past or more, and where its ranges held.`;
}

function scorecardSummary([newest]: readonly ScoredMonth[]): string {
  if (newest === undefined)
    return '<p class="note">No sale has been scored yet. Those count that sold after values were first served.</p>';
  const { sales, estimator } = newest.figures.overall;
  const { coveragePct, mdapePct } = estimator;
  const alarm =
    coveragePct !== null && coveragePct < LEAST_HELD_PCT
      ? ` <strong>Ranges have held less than ${LEAST_HELD_PCT} % of them: they are too narrow.</strong>`
      : '';
  return `<p class="note">The scorecard compares each sale once with the value that was served the day before it. \
${monthText(newest.month)}${newest.isClosed ? '' : ' so far'}: ${sales.toLocaleString('en-US')} sales, median error \
${percent(mdapePct)}, ${percent(coveragePct)} in the range. Past months never change.${alarm}</p>`;
}

function percent(value: number | null): string {
  return value === null ? '–' : `${value.toFixed(1)}&nbsp;%`;
}
