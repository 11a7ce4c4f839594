import { DATA_TIERS } from '@brickmarket/domain';
import type { StoredBacktest } from '@brickmarket/persistence-ports';
import {
  type BacktestFigures,
  backtestTables,
  BASELINE_NAMES,
  errorLessByPct,
  LEAST_HELD_PCT,
  type MarketReport,
  METHOD_TITLES,
  type ReportTable,
  scorecardTables,
  type ScoredMonth,
} from '@brickmarket/valuation';
import { escapeHtml, PAGE_FOOTER, pageShell } from '../../pages/page-shell.ts';

/** A part of the method, for people: two sentences, then the details. */
export interface MethodSection {
  readonly title: string;
  readonly summary: string;
  readonly text: string;
}

/** How good the values are, as measured. */
export interface Accuracy {
  /** The latest backtest; null before the first. */
  readonly latest: StoredBacktest | null;
  /** The scorecard, the newest first. */
  readonly months: readonly ScoredMonth[];
}

/** The method, in plain words. */
export const METHOD: readonly MethodSection[] = [
  {
    title: 'What a value is',
    summary:
      'It is what the next buyer will most likely pay, not what sellers ask for. Sealed and used ' +
      'copies have a value each, in US dollars.',
    text:
      'The price at which the next copy is most likely to change hands, in US dollars, for a set in sealed ' +
      'condition, a set in used condition, or a minifigure. It is computed from observed sales that we license. ' +
      'The sales themselves are never published, only what is derived from them.',
  },
  {
    title: 'Which sales count',
    summary: 'The sales of the last year count, the newest most. One large order cannot outvote many single sales.',
    text:
      'Those of the last 365 days; of what sells very often, the latest 100 of them. A sale of many pieces ' +
      'weighs no more than two. How much single sales scatter, how fast prices wander, how often a row is of ' +
      'something else and how often a price changes its level at once is not assumed but learned from each ' +
      'market, from pairs of sales of one item by the time between them; by kind and condition, price band and ' +
      'theme, and for an item of its own as far as it has sales.',
  },
  {
    title: 'How they are combined',
    summary:
      'Ten ways to value are asked, and those that came nearest to the sales of the last months ' +
      'decide. The value is the middle of what they say.',
    text:
      'No single rule is the best for every market: where shops change their prices once a month the last price is ' +
      'hard to beat, where single copies are sold at auctions it is the worst of all. So ten of them are asked: a ' +
      'filter that follows the price from sale to sale, the last price, the last price with the change that usually ' +
      'follows one like it, the medians and means of shorter and longer times, and a price just below the middle. ' +
      'Every rule is judged by the sales that came after it in the last four months, for each kind and condition, ' +
      'and counts the more the nearer it came. The value is the middle of what they say, each counted by that, so ' +
      'that no single rule can lead it astray. Until a market has shown otherwise the filter decides alone.',
  },
  {
    title: 'The filter',
    summary:
      'One of the ten follows the price from sale to sale. It tells an odd price from a real change by ' +
      'the sales that come after it.',
    text:
      'Old sales are first brought forward by how the whole market has moved since, as far as that stands out ' +
      'from the ups and downs of single months. Then the price is followed from sale to sale, oldest first (a ' +
      'Kalman filter on the logarithm of price). Between two sales it may wander, so that we grow less certain ' +
      'of it; each sale draws it by as much as the sale is more certain than we are. Several explanations ' +
      'compete: a sale may be ordinary, of something else, or the first one at a new level, and the sales after ' +
      'it decide. Of two clusters of prices the better supported and newer one is valued. Sealed and used copies ' +
      'of a set, and new and used minifigures, are followed together: the sales of one tell how the other has ' +
      'moved. Where prices are averages over time and go on moving, so does the value.',
  },
  {
    title: 'What cannot lead it astray',
    summary: 'One absurd price moves nothing until a second one agrees with it. Incomplete copies never count.',
    text:
      'One price more than eight times above or below every other sale of an item, or more than twenty times from ' +
      'all that shops ask or asked for it, is left out until a second sale agrees. With five sales or more, a value ' +
      'never lies more than 5 % outside all of them. A sale of a copy that its source calls incomplete is left out ' +
      'for good.',
  },
  {
    title: 'When there is little to go by',
    summary:
      'Without fresh sales a value comes from the retail price, the list price or the last known ' +
      'sales. Its range is wider then, and its data tier says so.',
    text:
      'The fewer the sales, the more an expectation counts: for a set on sale, what it costs at retail; for a ' +
      'retired one, its list price times what sets of its theme fetch at that age; for a used copy, the value of ' +
      'a sealed one times the usual ratio, and the other way round where only used copies are sold. Sales that ' +
      'contradict it make it lose its weight. A set before its release is worth its list price at most and has ' +
      'no used value. The value of a minifigure is that of a used one, or of a new one where only those are ' +
      'sold. The data tier says how much evidence there is: high means at least 20 effective sales, medium at ' +
      'least 5, low at least 1, modelled an expectation without sales, none no value at all. What has not sold for ' +
      'a year is worth its last prices, moved on by how sets of its age usually grow; the longer ago they were paid, ' +
      'the more such sets count and the wider is the range.',
  },
  {
    title: 'The range',
    summary: 'Eight of ten next sales should fall into it. How wide it has to be for that is measured, not assumed.',
    text:
      'The central 80 % range of the next sale, not of the value: one sale in ten should fall below it and one ' +
      'in ten above. How wide it is depends on how much the prices of the item itself have changed and on how ' +
      'long ago its last sale was; by which factor is not assumed but measured, for each data tier, on the last ' +
      'three months before each run, of which the latest counts most.',
  },
  {
    title: 'Months',
    summary: 'A month is published once, after it has ended, and then stays. A correction leaves a trace.',
    text:
      'A finished month is published once, some days after its end, from its own sales: the median, the 10th and ' +
      'the 90th percentile, outliers (more than 3.5 robust deviations from their neighbours) left out. It then ' +
      'stays as it is. A month that was published without any sale is published again when its first sales ' +
      'arrive. That, and every correction, is a separate act of which we keep who made it, when and why, and ' +
      'what the month was before.',
  },
  {
    title: 'The scorecard',
    summary:
      'Every sale is compared with the value that you saw the day before it. That is done once, and ' +
      'never changed afterwards.',
    text:
      'What was really served is compared with what was then paid. Every sale that arrives is held against the value ' +
      'and range that were being served at the end of the day before it was sold, once; it counts in the month in ' +
      'which it arrived, so that a month that is over stays as it is, whatever becomes of the method or the sale. ' +
      'Beside it stands what four plain methods said when that value was computed, from the same sales. Sales that ' +
      'arrive more than 120 days late, and those for which nothing was being served, are not scored.',
  },
  {
    title: 'How this is checked',
    summary:
      'Every week the past is valued again with what was known then, and compared with what was paid. ' +
      'Four plain methods have to answer the same questions.',
    text:
      'A backtest asks how good the present method would have been. For every month, each item is valued with ' +
      'nothing but what was known on its eve, and the value is ' +
      'compared with each sale of the month. The same is done with four ways in which people value sets today. ' +
      'MdAPE is the median of the absolute percentage error: half of all sales were nearer. It does not see how ' +
      'far off the worst values are, which MALE does, the mean of the errors (of their logarithms). The pinball ' +
      'loss judges a range: by its width and, nine times as dear, by what falls out of it. Less is better for all ' +
      'three. The bias is positive where values are too high. Since not every method can answer for every sale, ' +
      'each is also compared with ours on just the sales ' +
      'that both answer.',
  },
  {
    title: 'What can be expected',
    summary:
      'Half of all sales come nearer than the median error, half lie further off. No method can ' +
      'foresee how lucky a single buyer is.',
    text:
      'Single sales scatter: condition, patience and luck move a price by several percent, and no value can know ' +
      'that before. On invented markets whose true values are known, of seven temperaments from noisy single ' +
      'sales to smooth listings, our error is 5 to 10 % below the best of the four other ways, about that of a ' +
      'filter that is told how every item behaves and which rows are false, but has to find the values from ' +
      'sales as we do. Where the truth is known we show the errors against it as well.',
  },
];

// The columns do not depend on what has arrived yet: with auto-fit the first figures would move.
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

/** The method and its measured accuracy, as a page. */
export function methodologyPage({ latest, months }: Accuracy, accountUrl: string | null): string {
  const report = latest && (latest.report as MarketReport);
  const method = METHOD.map(
    ({ title, summary, text }) => `<section><h3>${escapeHtml(title)}</h3><p>${escapeHtml(summary)}</p>
<details><summary>The details</summary><p>${escapeHtml(text)}</p></details></section>`,
  );
  return pageShell({
    path: '/methodology',
    accountUrl,
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

/** Of the newest month: a month that has just begun says so by its number of sales. */
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
  return `<p class="note">${when} ${escapeHtml(newest.month)}, each compared once with what was being served on the \
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

/** The tables of months stand with the summary, those of groups with all figures. */
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
${figureBoxes(figures)}
<div class="charts${report.againstTruth === null ? '' : ' pair'}">${charts.join('')}</div>
${tierCharts(report.againstSales)}`;
}

/** Fewer sales say nothing of a tier. */
const FEWEST_OF_TIER = 30;

/** By how much evidence values had: how often their range held, and how far off they were. */
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

/**
 * A bar chart of errors: each baseline above our own, on the same sales. HTML boxes, so that text is not scaled on a
 * phone.
 */
function errorChart({ overall }: BacktestFigures, title: string, note: string): string {
  const rows = BASELINE_NAMES.map((name) => {
    const { mdapePct, sharedMdapePct = mdapePct, estimatorMdapePct } = overall.baselines[name];
    return { name: METHOD_TITLES[name], theirs: sharedMdapePct, ours: estimatorMdapePct };
  });
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
  // A wide table has its own scroll area, which is focusable so that it can be scrolled with the keyboard.
  return `<h3 id="${id}">${escapeHtml(title)}</h3>
<div class="scroll" role="region" tabindex="0" aria-labelledby="${id}">\
<table><thead><tr>${heads.join('')}</tr></thead>
<tbody>${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('\n')}</tbody></table></div>`;
}

/** Formats a number by the unit in its heading: percentages with one decimal, counts with thousands separators. */
function figure(value: string | number | null, heading: string): string {
  if (typeof value !== 'number') return value === null ? '–' : escapeHtml(value);
  return heading.endsWith('%') ? value.toFixed(1) : value.toLocaleString('en-US');
}

function percent(value: number | null): string {
  return value === null ? '–' : `${value.toFixed(1)}&nbsp;%`;
}
