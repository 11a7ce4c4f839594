import type { StoredBacktest } from '@brickmarket/persistence-ports';
import {
  type BacktestFigures,
  backtestTables,
  BASELINE_NAMES,
  errorLessByPct,
  type MarketReport,
  METHOD_TITLES,
  type ReportTable,
} from '@brickmarket/valuation';
import { escapeHtml, PAGE_FOOTER, pageShell } from '../../pages/page-shell.ts';
import { METHOD } from './method-text.ts';

const STYLE = `
.top{padding:clamp(2rem,6vw,4rem) 0 0;max-width:46rem}
.top h1{margin:0;font-size:clamp(2rem,5vw,3rem);letter-spacing:-.03em}
.top p{margin:1rem 0 0;color:var(--soft);font-size:clamp(1.05rem,2vw,1.2rem);line-height:1.5}
.part{padding-top:clamp(2.2rem,5vw,3.4rem)}
.part>h2{margin:0 0 .4rem;font-size:clamp(1.4rem,3vw,1.8rem)}
.note{margin:0 0 1.2rem;color:var(--soft);max-width:46rem}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,9.5rem),1fr));gap:1rem;margin:0 0 1.6rem}
.figures div{padding:1.1rem 1.2rem;border:1px solid var(--line);border-radius:.9rem;background:var(--card);
box-shadow:var(--shadow);display:flex;flex-direction:column-reverse;justify-content:flex-end}
.figures dt{color:var(--soft);font-size:.9rem;line-height:1.4}
.figures dd{margin:0 0 .2rem;font-size:1.75rem;font-weight:700;letter-spacing:-.03em;font-variant-numeric:tabular-nums}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:1rem}
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
.ours b{color:var(--brick-ink);white-space:nowrap}
.method{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:1.6rem \
3rem;margin-top:1.2rem}
.method h3{margin:0 0 .4rem;font-size:1.08rem}
.method p{margin:0;color:var(--soft)}
.tables h3{margin:1.8rem 0 .6rem;font-size:1.05rem}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:.75rem;background:var(--card)}
table{border-collapse:separate;border-spacing:0;width:100%;font-size:.88rem;font-variant-numeric:tabular-nums}
th,td{padding:.5rem .8rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
tbody tr:last-child>*{border-bottom:0}
thead th{color:var(--soft);font-weight:600;vertical-align:bottom;white-space:normal;min-width:6.2rem;line-height:1.3}
th:first-child{position:sticky;left:0;background:var(--card);text-align:left;border-right:1px solid var(--line)}
tbody th{font-weight:550}
@media (max-width:40rem){th:first-child{max-width:8.5rem;white-space:normal}}
`;

/** The method and how good it was found to be, for people. */
export function methodologyPage(kept: StoredBacktest | null): string {
  const report = kept && (kept.report as MarketReport);
  const method = METHOD.map(
    ({ title, text }) => `<section><h3>${escapeHtml(title)}</h3><p>${escapeHtml(text)}</p></section>`,
  );
  return pageShell({
    path: '/methodology',
    title: 'How Brickmarket values are made',
    description: 'How the values are computed from sales, and how far they were from the sales that followed.',
    style: STYLE,
    body: `<main id="content" class="page">
<div class="top">
<h1>How values are made, and how good they are</h1>
<p>A value is only worth what it is right by. So each is checked against the sales that came after it, beside the \
ways in
which people value sets today, and the result stands here whatever it is.</p>
</div>
<section class="part" aria-labelledby="check">
<h2 id="check">The latest check</h2>
${kept === null ? NO_REPORT : reportSummary(kept.ranAt, report!)}
</section>
<section class="part" aria-labelledby="method">
<h2 id="method">The method</h2>
<div class="method">${method.join('')}</div>
</section>
${report === null ? '' : reportTables(report)}
</main>
${PAGE_FOOTER}`,
  });
}

const NO_REPORT =
  '<p class="note">No backtest has been run yet. The batch jobs run one as soon as there are sales, and again ' +
  'every week.</p>';

function reportSummary(ranAt: Date, report: MarketReport): string {
  const { overall } = report.againstSales;
  const source = report.againstTruth === null ? '' : ' This is an invented market, whose true values are known.';
  const figures: readonly (readonly [string, string])[] = [
    ['median error against a single sale', percent(overall.estimator.mdapePct)],
    ['smaller error than the 30-day median, on the same sales', percent(errorLessByPct(overall, 'median30d'))],
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
  return `<p class="note">Months ${escapeHtml(report.firstMonth)} to ${escapeHtml(report.lastMonth)}, computed
<time datetime="${ranAt.toISOString()}">${ranAt.toISOString().slice(0, 10)}</time>.${source}</p>
<dl class="figures">${figures.map(([term, value]) => `<div><dt>${term}</dt><dd>${value}</dd></div>`).join('')}</dl>
<div class="charts">${charts.join('')}</div>`;
}

/** The error of each baseline above ours on the same sales. Bars are plain boxes: text keeps its size on a phone. */
function errorChart({ overall }: BacktestFigures, title: string, note: string): string {
  const rows = BASELINE_NAMES.map((name) => ({
    name: METHOD_TITLES[name],
    theirs: overall.baselines[name].mdapePct,
    ours: overall.baselines[name].estimatorMdapePct,
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

function reportTables(report: MarketReport): string {
  return `<section class="part tables" aria-labelledby="tables"><h2 id="tables">All figures</h2>
${backtestTables(report).map(reportTable).join('\n')}</section>`;
}

function reportTable({ title, headings, rows }: ReportTable, index: number): string {
  const heads = headings.map((heading) => `<th scope="col">${escapeHtml(heading).replace(/ %$/, '&nbsp;%')}</th>`);
  const cell = (value: string | number | null, column: number): string =>
    column === 0 ? `<th scope="row">${escapeHtml(String(value))}</th>` : `<td>${figure(value, headings[column]!)}</td>`;
  // A wide table scrolls by itself, and can be reached and scrolled with the keyboard.
  return `<h3 id="table-${index}">${escapeHtml(title)}</h3>
<div class="scroll" role="region" tabindex="0" aria-labelledby="table-${index}">\
<table><thead><tr>${heads.join('')}</tr></thead>
<tbody>${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('\n')}</tbody></table></div>`;
}

/** A heading names the unit: percentages get one decimal, counts their thousands. */
function figure(value: string | number | null, heading: string): string {
  if (typeof value !== 'number') return value === null ? '–' : escapeHtml(value);
  return heading.endsWith('%') ? value.toFixed(1) : value.toLocaleString('en-US');
}

function percent(value: number | null): string {
  return value === null ? '–' : `${value.toFixed(1)}&nbsp;%`;
}
