import { type BacktestFigures, BASELINE_NAMES, METHOD_TITLES } from '@brickmarket/valuation';
import { escapeHtml } from './escape-html.ts';

const BAR_HEIGHT = 22;
const ROW_HEIGHT = 64;
const LABEL_WIDTH = 190;
const CHART_WIDTH = 640;

/** A drawing of the errors of each baseline beside ours on the same sales; shorter is better. */
export function errorChart({ overall }: BacktestFigures, title: string): string {
  const rows = BASELINE_NAMES.map((name) => ({
    name: METHOD_TITLES[name],
    theirs: overall.baselines[name].mdapePct ?? 0,
    ours: overall.baselines[name].estimatorMdapePct ?? 0,
  }));
  const longest = Math.max(1, ...rows.flatMap(({ theirs, ours }) => [theirs, ours]));
  const bars = rows.map(({ name, theirs, ours }, row) => {
    const y = row * ROW_HEIGHT;
    return `<text x="0" y="${y + 28}">${escapeHtml(name)}</text>${bar(theirs, longest, y, 'theirs', '')}${bar(ours, longest, y + BAR_HEIGHT + 2, 'ours', ' ours')}`;
  });
  return `<svg viewBox="0 0 ${LABEL_WIDTH + CHART_WIDTH} ${rows.length * ROW_HEIGHT}" role="img" aria-label="${escapeHtml(title)}">${bars.join('')}</svg>`;
}

function bar(percent: number, longest: number, y: number, kind: string, note: string): string {
  const width = Math.round((percent / longest) * (CHART_WIDTH - 120));
  return `<rect class="${kind}" x="${LABEL_WIDTH}" y="${y}" width="${width}" height="${BAR_HEIGHT}"/><text x="${LABEL_WIDTH + width + 8}" y="${y + 16}">${percent.toFixed(1)} %${note}</text>`;
}
