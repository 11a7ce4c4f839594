import type { KeptBacktest } from '@brickmarket/persistence-ports';
import { backtestTables, type MarketReport, type ReportTable } from '@brickmarket/valuation';
import { errorChart } from './error-chart.ts';
import { escapeHtml } from './escape-html.ts';
import { METHOD } from './method-text.ts';

const STYLE = `
body { font: 16px/1.55 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1c1e21; background: #fff; }
h1, h2, h3 { line-height: 1.2; } .scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: 14px; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid #ddd; text-align: right; } th:first-child, td:first-child { text-align: left; }
svg { width: 100%; height: auto; font: 14px system-ui, sans-serif; fill: currentColor; } .ours { fill: #1769aa; } .theirs { fill: #b8bec5; }
@media (prefers-color-scheme: dark) { body { background: #16181c; color: #e4e6ea; } th, td { border-color: #3a3f46; } .theirs { fill: #5b636d; } .ours { fill: #4da3e0; } }`;

/** The method and how good it was found to be, for people. */
export function methodologyPage(kept: KeptBacktest | null): string {
  const method = METHOD.map(({ title, text }) => `<h2>${escapeHtml(title)}</h2><p>${escapeHtml(text)}</p>`).join('\n');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>How Brickmarket values are made</title><style>${STYLE}</style></head>
<body><h1>How Brickmarket values are made, and how good they are</h1>
${method}
<h2>The latest check</h2>
${kept === null ? '<p>No backtest has been run yet.</p>' : report(kept.ranAt, kept.report as MarketReport)}
</body></html>`;
}

function report(ranAt: Date, kept: MarketReport): string {
  const charts = [
    `<h3>Error against sales</h3>${errorChart(kept.againstSales, 'Median error of each method against sales, and ours on the same sales')}`,
    ...(kept.againstTruth === null
      ? []
      : [
          `<h3>Error against the true values</h3>${errorChart(kept.againstTruth, 'Median error of each method against true values, and ours on the same sales')}`,
        ]),
  ];
  const source = kept.againstTruth === null ? '' : ' This is an invented market, whose true values are known.';
  return `<p>Months ${escapeHtml(kept.firstMonth)} to ${escapeHtml(kept.lastMonth)}, computed ${ranAt.toISOString().slice(0, 10)}.${source}</p>${charts.join('')}${backtestTables(kept).map(table).join('')}`;
}

function table({ title, headings, rows }: ReportTable): string {
  const cells = (row: readonly (string | number | null)[], tag: string): string =>
    `<tr>${row.map((cell) => `<${tag}>${escapeHtml(String(cell ?? '-'))}</${tag}>`).join('')}</tr>`;
  return `<h3>${escapeHtml(title)}</h3><div class="scroll"><table><thead>${cells(headings, 'th')}</thead><tbody>${rows.map((row) => cells(row, 'td')).join('')}</tbody></table></div>`;
}
