import { DATA_TIERS, epochDayOf, type IsoMonth, parseIsoMonth, writtenDay, writtenMonth } from '@brickmarket/domain';
import type { StoredBacktest } from '@brickmarket/persistence-ports';
import {
  type BacktestFigures,
  backtestTables,
  baselinesOfGroup,
  errorLessByPct,
  LEAST_HELD_PCT,
  type MarketReport,
  METHOD_TITLES,
  ratioText,
  type ReportTable,
  scorecardTables,
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

// Fixed columns: with auto-fit the first figures would move.
const STYLE = `
.top{padding:clamp(2rem,6vw,4rem) 0 0;max-width:46rem}
.top h1{margin:0;font-size:clamp(2rem,5vw,3rem);letter-spacing:-.03em}
.top p{margin:1rem 0 0;color:var(--soft);font-size:clamp(1.05rem,2vw,1.2rem);line-height:1.5}
.part{padding-top:clamp(2.2rem,5vw,3.4rem)}
.part>h2{margin:0 0 .4rem;font-size:clamp(1.4rem,3vw,1.8rem)}
.note{margin:0 0 1.2rem;color:var(--soft);max-width:46rem}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,max(9.5rem,25% - 1rem)),1fr));gap:1rem;
margin:0 0 1.6rem}
.figures div{padding:1.1rem 1.2rem;border:1px solid var(--line);border-radius:.9rem;background:var(--card);
box-shadow:var(--shadow);display:flex;flex-direction:column-reverse;justify-content:flex-end}
.figures dt{color:var(--soft);font-size:.9rem;line-height:1.4}
.figures dd{margin:0 0 .2rem;font-size:1.75rem;font-weight:700;letter-spacing:-.03em;font-variant-numeric:tabular-nums}
.charts{display:grid;gap:1rem}
.charts.pair{grid-template-columns:repeat(auto-fill,minmax(min(100%,max(26rem,50% - 1rem)),1fr))}
.chart{margin:0;padding:1.2rem 1.3rem 1.4rem;border:1px solid var(--line);border-radius:.9rem;background:var(--card);
box-shadow:var(--shadow);min-width:0}
.chart h3{margin:0;font-size:1.05rem}
.chart figcaption p{margin:.2rem 0 1rem;color:var(--soft);font-size:.9rem}
.chart dl{margin:0;display:grid;gap:.9rem}
.chart dt{font-size:.92rem;font-weight:600}
.chart dd{margin:.2rem 0 0;display:grid;grid-template-columns:minmax(0,1fr) 6rem;gap:.6rem;align-items:center;
font-size:.85rem;font-variant-numeric:tabular-nums;line-height:1.35}
.bar{display:block;height:.85rem;border-radius:.25rem;background:var(--rest)}
.ours .bar{background:var(--brick)}
.bar.held{background:linear-gradient(var(--ink),var(--ink)) 80% 0/2px 100% no-repeat,
linear-gradient(to right,var(--brick) var(--held),var(--rest) var(--held))}
.charts+.charts{margin-top:1rem}
.ours b{color:var(--brick-ink);white-space:nowrap}
.method{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,max(26rem,50% - 3rem)),1fr));gap:1.6rem \
3rem;margin-top:1.2rem}
.method h3{margin:0 0 .4rem;font-size:1.08rem}
.method p{margin:0}
.method details{margin-top:.5rem}
.method summary{cursor:pointer;color:var(--brick-ink);font-weight:550;min-height:1.6rem}
.method details p{margin-top:.4rem;color:var(--soft)}
.part>h3{margin:1.8rem 0 .6rem;font-size:1.05rem}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:.75rem;background:var(--card)}
table{border-collapse:separate;border-spacing:0;width:100%;font-size:.88rem;font-variant-numeric:tabular-nums}
th,td{padding:.5rem .8rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
tbody tr:last-child>*{border-bottom:0}
thead th{color:var(--soft);font-weight:600;vertical-align:bottom;white-space:normal;min-width:6.2rem;line-height:1.3}
th:first-child{position:sticky;left:0;background:var(--card);text-align:left;border-right:1px solid var(--line)}
tbody th{font-weight:550}
@media (max-width:40rem){th:first-child{max-width:8.5rem;white-space:normal}}
`;

export function methodologyPage({ latest, months }: Accuracy, frame: PageFrame): string {
  const report = latest && (latest.report as MarketReport);
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
<p>A value is only worth what it is right by. So each is checked against the sales that came after it, and compared \
with the ways in
which people value sets today, and the result stands here whatever it is.</p>
</div>
<section class="part" aria-labelledby="scorecard">
<h2 id="scorecard">The scorecard</h2>
${scorecardSummary(months)}
</section>
<section class="part" aria-labelledby="check">
<h2 id="check">The latest backtest</h2>
${latest === null ? NO_REPORT : reportSummary(latest.ranAt, report!)}
</section>
<section class="part" aria-labelledby="method">
<h2 id="method">The method</h2>
<div class="method">${method.join('')}</div>
</section>
${allTables(months, report)}
</main>
${PAGE_FOOTER}`,
  });
}

const NO_REPORT =
  '<p class="note">No backtest has been run yet. The background jobs run one as soon as there are sales, and again ' +
  'every week.</p>';

const NOTHING_SCORED =
  '<p class="note">No sale has been scored yet. Those count that were sold after values were first served.</p>';

/** Newest month, with its number of sales. */
function scorecardSummary(months: readonly ScoredMonth[]): string {
  const [newest] = months;
  if (newest === undefined) return NOTHING_SCORED;
  const { overall } = newest.figures;
  const when = newest.isClosed ? 'Sales that arrived in' : 'Sales that have arrived so far in';
  const { coveragePct } = overall.estimator;
  const alarm =
    coveragePct !== null && coveragePct < LEAST_HELD_PCT
      ? ` <strong>Ranges have held less than ${LEAST_HELD_PCT} % of them: they are too narrow.</strong>`
      : '';
  return `<p class="note">${when} ${monthText(newest.month)}, each compared once with what was being served on the \
day before it was sold. Months that are over never change.${alarm}</p>
${figureBoxes([
  ['median error of what was served', percent(overall.estimator.mdapePct)],
  ['smaller error than the 30-day median, on the same sales', percent(errorLessByPct(overall, 'median30d'))],
  ['of sales fell into the 80 % range', percent(coveragePct)],
  ['sales were scored', overall.sales.toLocaleString('en-US')],
])}
${scorecardTables(months)
  .slice(0, MONTH_TABLES)
  .map((table, index) => reportTable(table, `months-${index}`))
  .join('\n')}`;
}

const monthText = (month: IsoMonth): string => writtenMonth(parseIsoMonth(month)!);

/** Month tables shown with the summary; group tables with all figures. */
const MONTH_TABLES = 2;

function figureBoxes(figures: readonly (readonly [string, string])[]): string {
  return `<dl class="figures">${figures
    .map(([term, value]) => `<div><dt>${term}</dt><dd>${value}</dd></div>`)
    .join('')}</dl>`;
}

function reportSummary(ranAt: Date, report: MarketReport): string {
  const { overall } = report.againstSales;
  const source = report.againstTruth === null ? '' : ' This is an invented market, whose true values are known.';
  const figures: readonly (readonly [string, string])[] = [
    ['median error against a single sale', percent(overall.estimator.mdapePct)],
    ['of sales fell into the 80 % range', percent(overall.estimator.coveragePct)],
    ['sales were compared', overall.sales.toLocaleString('en-US')],
  ];
  const charts = [
    errorChart(report.againstSales, 'Error against sales', 'Median distance from what was paid; shorter is better.'),
    report.againstTruth === null
      ? ''
      : errorChart(
          report.againstTruth,
          'Error against the true values',
          'The same without the scatter of single sales, which no value can foresee.',
        ),
  ];
  return `<p class="note">${monthText(report.firstMonth)} to ${monthText(report.lastMonth)}, computed
<time datetime="${ranAt.toISOString()}">${writtenDay(epochDayOf(ranAt))}</time>.${source}</p>
${figureBoxes(figures)}
${verdictText(report)}
<div class="charts${report.againstTruth === null ? '' : ' pair'}">${charts.join('')}</div>
${tierCharts(report.againstSales)}`;
}

function verdictText({ comparisons = [] }: MarketReport): string {
  const verdicts = comparisons
    .filter(({ market }) => market === 'all')
    .map((one) => `<li>${METHOD_TITLES[one.method]}: ${verdictOn(one)}, ${ratioText(one.male) ?? '–'}</li>`);
  return verdicts.length === 0
    ? ''
    : `<p class="note">Our mean error over that of each method on the same sales, with its 95 % interval over items. \
“Better” and “worse” are only said when the whole interval is below or above 1.</p>
<ul class="note">${verdicts.join('')}</ul>`;
}

const FEWEST_OF_TIER = 30;

/** Range coverage and error by evidence tier. */
function tierCharts({ by }: BacktestFigures): string {
  const tiers = DATA_TIERS.flatMap((tier) => {
    const figures = by.tier[tier];
    return figures === undefined || figures.sales < FEWEST_OF_TIER || figures.estimator.coveragePct === null
      ? []
      : [{ tier, sales: figures.sales, ...figures.estimator }];
  });
  if (tiers.length === 0) return '';
  const most = Math.max(...tiers.map(({ mdapePct }) => mdapePct ?? 0));
  const held = tiers.map(
    ({ tier, sales, coveragePct }) => `<div><dt>${tier}, ${sales.toLocaleString('en-US')} sales</dt>\
<dd><span class="bar held" style="--held:${coveragePct!.toFixed(1)}%"></span>\
<span>${percent(coveragePct)}</span></dd></div>`,
  );
  const errors = tiers.map(
    ({ tier, mdapePct }) => `<div class="ours"><dt>${tier}</dt><dd><span class="bar" style="width:\
${most === 0 ? 0 : ((100 * (mdapePct ?? 0)) / most).toFixed(1)}%"></span><span>${percent(mdapePct)}</span></dd></div>`,
  );
  return `<div class="charts pair">
<figure class="chart"><figcaption><h3>How often the range held</h3><p>By data tier; the line is at the 80 % that are \
promised.</p></figcaption><dl>${held.join('')}</dl></figure>
<figure class="chart"><figcaption><h3>The more sales, the nearer</h3><p>Median distance from what was paid, by data \
tier.</p></figcaption><dl>${errors.join('')}</dl></figure></div>`;
}

/** Baselines above own error, on the same sales. HTML boxes, so that text does not scale on phones. */
function errorChart({ overall }: BacktestFigures, title: string, note: string): string {
  const rows = baselinesOfGroup(overall).map(([name, { sharedMdapePct = null, estimatorMdapePct }]) => ({
    name: METHOD_TITLES[name],
    theirs: sharedMdapePct,
    ours: estimatorMdapePct,
  }));
  const longest = Math.max(...rows.flatMap(({ theirs, ours }) => [theirs ?? 0, ours ?? 0]));
  const bar = (value: number | null): string => {
    const width = value === null || longest === 0 ? 0 : ((100 * value) / longest).toFixed(1);
    return `<span class="bar" style="width:${width}%"></span>`;
  };
  const pairs = rows.map(
    ({ name, theirs, ours }) => `<div><dt>${escapeHtml(name)}</dt><dd>${bar(theirs)}<span>${percent(theirs)}</span></dd>
<dd class="ours">${bar(ours)}<b>${percent(ours)} ours</b></dd></div>`,
  );
  return `<figure class="chart"><figcaption><h3>${title}</h3><p>${note}</p></figcaption>
<dl>${pairs.join('')}</dl></figure>`;
}

function allTables(months: readonly ScoredMonth[], report: MarketReport | null): string {
  const parts = [
    { id: 'scores', title: 'The scorecard in full', tables: scorecardTables(months).slice(MONTH_TABLES) },
    { id: 'tables', title: 'The backtest in full', tables: report === null ? [] : backtestTables(report) },
  ];
  return parts
    .filter(({ tables }) => tables.length > 0)
    .map(
      ({ id, title, tables }) => `<section class="part tables" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${tables.map((table, index) => reportTable(table, `${id}-${index}`)).join('\n')}</section>`,
    )
    .join('\n');
}

function reportTable({ title, headings, rows }: ReportTable, id: string): string {
  const heads = headings.map((heading) => `<th scope="col">${escapeHtml(heading).replace(/ %$/, '&nbsp;%')}</th>`);
  const cell = (value: string | number | null, column: number): string =>
    column === 0 ? `<th scope="row">${escapeHtml(String(value))}</th>` : `<td>${figure(value, headings[column]!)}</td>`;
  // Wide tables scroll; focusable for the keyboard.
  return `<h3 id="${id}">${escapeHtml(title)}</h3>
<div class="scroll" role="region" tabindex="0" aria-labelledby="${id}">\
<table><thead><tr>${heads.join('')}</tr></thead>
<tbody>${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('\n')}</tbody></table></div>`;
}

/** By the unit in the heading: percentages with one decimal, counts with thousands separators. */
function figure(value: string | number | null, heading: string): string {
  if (typeof value !== 'number') return value === null ? '–' : escapeHtml(value);
  return heading.endsWith('%') ? value.toFixed(1) : value.toLocaleString('en-US');
}

function percent(value: number | null): string {
  return value === null ? '–' : `${value.toFixed(1)}&nbsp;%`;
}
