// Switches each part of the engine off, and measures what that costs:
// npm run ablation -- [--data FOLDER] [--against CHECKOUT] [--only NAME,...] [--every] [--out FILE]
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { marketsOf } from './ablation/markets.mjs';
import { ENGINE_PARTS } from './ablation/parts.mjs';
import { failedRows } from './ablation/robustness.mjs';

const root = join(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/ablation');
mkdirSync(cache, { recursive: true });
const { values: asked } = parseArgs({
  options: {
    data: { type: 'string' },
    against: { type: 'string' },
    only: { type: 'string' },
    every: { type: 'boolean' },
    out: { type: 'string' },
  },
});

/** Bundles an entry with one part switched off; the file's name is a hash of what is in it. */
async function bundle(entry, part = null, { checkout = root, ...options } = {}) {
  let isFound = part === null;
  const patch = {
    name: 'part-off',
    setup({ onLoad }) {
      onLoad({ filter: /libs\/valuation\/src\/.*\.ts$/ }, ({ path }) => {
        const source = readFileSync(path, 'utf8');
        if (part === null || !path.endsWith(`/src/${part.file}`)) return { contents: source, loader: 'ts' };
        isFound = source.includes(part.from);
        return { contents: source.replace(part.from, () => part.to), loader: 'ts' };
      });
    },
  };
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: checkout, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    conditions: ['brickmarket:source'],
    logLevel: 'error',
    plugins: [patch],
    ...options,
  });
  if (!isFound) throw new Error(`${part.file} no longer contains what switches "${part.name}" off: ${part.from}`);
  const file = join(cache, `${createHash('sha256').update(outputFiles[0].text).digest('hex').slice(0, 24)}.mjs`);
  writeFileSync(file, outputFiles[0].text);
  return file;
}

const TOOLS = `
export * from './libs/valuation/src/index.ts';
export { firstDayOfMonth, parseIsoDay, parseIsoMonth } from './libs/domain/src/index.ts';
export { InventedMarket } from './test/support/market/invented-market.ts';
export { demoValuationMarket } from './test/support/market/known-market.ts';`;
const tools = await import(pathToFileURL(await bundle(TOOLS)).href);
const markets = marketsOf(tools, asked.data);

/** The rows of the robustness table that fail with an engine. */
async function rowsFailing(part) {
  // A spec has nothing but side effects, which the package says that it does not have.
  const options = { ignoreAnnotations: true };
  const spec = await bundle(`import './libs/valuation/src/estimate/robustness.spec.ts';`, part, options);
  return failedRows(pathToFileURL(spec).href);
}

/** What an engine makes of every market; kept until its code changes. */
async function measure(part, checkout = root) {
  const engine = await bundle(`export { backtest } from './libs/valuation/src/index.ts';`, part, { checkout });
  const measured = {};
  for (const { name, months, read } of markets) {
    const kept = engine.replace(
      /\.mjs$/,
      `-${createHash('sha256')
        .update(name + months)
        .digest('hex')
        .slice(0, 8)}.json`,
    );
    if (!existsSync(kept)) {
      const { backtest } = await import(pathToFileURL(engine).href);
      const { market, items } = read();
      const [first, last] = months.map((month) => tools.parseIsoMonth(month));
      const { itemErrors, overall, by } = backtest(market, first, last, items && { items });
      writeFileSync(kept, JSON.stringify({ itemErrors, overall, by }));
      process.stderr.write('.');
    }
    measured[name] = JSON.parse(readFileSync(kept, 'utf8'));
  }
  return measured;
}

/** The mean log error of one engine over another's, with its 95 % interval by item. */
function ratioOf(one, other, market = 'all') {
  const keyOf = ({ itemKind, itemNumber, condition, method }) => `${itemKind} ${itemNumber} ${condition} ${method}`;
  const others = new Map(other.itemErrors.map((row) => [keyOf(row), row]));
  const rows = one.itemErrors.flatMap((row) => {
    const beside = others.get(keyOf(row));
    return row.method === 'lastSale' && beside?.sales === row.sales
      ? [{ ...row, methodAbsLogError: beside.estimatorAbsLogError }]
      : [];
  });
  return tools.comparisonsOf(rows).find((each) => each.market === market)?.male ?? null;
}

const shown = (ratio) =>
  ratio === null ? '-' : `${ratio.ratio.toFixed(3)} [${ratio.low.toFixed(3)}, ${ratio.high.toFixed(3)}]`;

/** Groups of at least 300 sales whose range leaves 78 to 82 % without a part, by a point or more. */
function groupsLost(off, all) {
  return ['tier', 'kind', 'selling'].flatMap((breakdown) =>
    Object.entries(off.by[breakdown]).flatMap(
      ([
        name,
        {
          sales,
          estimator: { coveragePct },
        },
      ]) => {
        const before = all.by[breakdown][name]?.estimator.coveragePct ?? 80;
        const farther = Math.abs(coveragePct - 80) - Math.abs(before - 80);
        return sales >= 300 && Math.abs(coveragePct - 80) > 2 && farther >= 1 ? [`${name} ${coveragePct} %`] : [];
      },
    ),
  );
}

const ORDERS = [0, 1, 2, 3, 4];

/** In how many of five orders of rows and items each value of a real market is the same, and valued alone. */
function sameValues({ name, months, read }) {
  const asOf = tools.firstDayOfMonth(tools.parseIsoMonth(months[1]) + 1) - 1;
  const valued = ORDERS.map((seed) => {
    const { market, items } = read(seed);
    const model = tools.learnMarket(market, asOf);
    const values = tools.valueWithModel(market, asOf, model);
    const texts = items.map(({ itemNumber, condition }, at) => [
      `${itemNumber} ${condition}`,
      JSON.stringify(tools.valueAt(values, at)),
    ]);
    return { market, model, texts, byItem: new Map(texts) };
  });
  const [first, ...others] = valued;
  const ofOrders = first.texts.filter(([key, text]) => others.every(({ byItem }) => byItem.get(key) === text)).length;
  let alone = 0;
  for (let at = 0; at < first.texts.length; at += 2) {
    const [lead, used] = first.market.series.slice(at, at + 2);
    const one = { sales: first.market.sales, series: [lead, { ...used, sealedSeries: 0 }] };
    const values = tools.valueWithModel(one, asOf, first.model);
    for (const side of [0, 1]) if (JSON.stringify(tools.valueAt(values, side)) === first.texts[at + side][1]) alone++;
  }
  return [name, first.texts.length, ofOrders, alone];
}

const table = (heads, rows) =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const whole = await measure(null);
const wholeFailed = await rowsFailing(null);
const parts = ENGINE_PARTS.filter(({ name }) => asked.only === undefined || asked.only.split(',').includes(name));
const lines = [];
for (const part of parts) {
  process.stderr.write(`\n${part.name} `);
  const rows = (await rowsFailing(part)).filter((row) => !wholeFailed.includes(row));
  if (rows.length > 0 && !asked.every) {
    // It has earned its place; markets are measured with --every only.
    lines.push([part.point, part.name, ...markets.map(() => '-'), rows.join('; ')]);
    continue;
  }
  const off = await measure(part);
  const ratios = markets.map(({ name, isUnseen }) => ({ isUnseen, name, ratio: ratioOf(off[name], whole[name]) }));
  const earnedOn = ratios.filter(({ ratio, isUnseen }) => isUnseen && ratio && ratio.ratio >= 1.005 && ratio.low > 1);
  const groups = markets.flatMap(({ name }) => groupsLost(off[name], whole[name]).map((group) => `${name}: ${group}`));
  const reasons = [...earnedOn.map(({ name }) => name), ...rows, ...groups];
  lines.push([
    part.point,
    part.name,
    ...ratios.map(({ ratio }) => shown(ratio)),
    reasons.length === 0 ? '**nothing**' : reasons.join('; '),
  ]);
}
const coverage = markets.flatMap(({ name }) =>
  ['tier', 'kind', 'selling'].flatMap((breakdown) =>
    Object.entries(whole[name].by[breakdown]).map(([group, { sales, estimator }]) => [
      name,
      group,
      sales,
      estimator.coveragePct,
      estimator.malePct,
    ]),
  ),
);
const baselines = markets.flatMap(({ name }) =>
  tools
    .comparisonsOf(whole[name].itemErrors)
    .map(({ market, method, items, sales, male }) => [name, market, method, items, sales, shown(male)]),
);
const heads = markets.map(({ name, isUnseen }) => (isUnseen ? name : `${name} (seen)`));
const sections = [
  '# Ablation of the valuation engine',
  `Written on ${new Date().toISOString().slice(0, 10)} by \`npm run ablation -- ${process.argv.slice(2).join(' ')}\`.`,
  `Mean absolute log error with a part switched off over that of the whole engine, with its 95 % interval by item.
A part earns its place in one of three ways. It lowers the error on unseen data by 0.5 %, with an interval above 1.
Or a row of the robustness table fails without it. Or the range of a group leaves 78 to 82 %, by at least a point.`,
  `Rows of the robustness table that fail with the whole engine: ${wholeFailed.join('; ') || 'none'}.`,
  table(['Point', 'Part', ...heads, 'Fails without it'], lines),
  '## The whole engine and simple methods',
  table(['Market', 'Kind', 'Method', 'Items', 'Sales', 'Ratio'], baselines),
  '## Share of next sales within the range',
  table(['Market', 'Group', 'Sales', 'In range %', 'Log error %'], coverage),
];
if (asked.data !== undefined)
  sections.push(
    '## Five orders of rows and items, and each item alone',
    table(
      ['Market', 'Values', 'The same in five orders', 'The same alone'],
      markets.filter(({ isUnseen }) => !isUnseen).map(sameValues),
    ),
  );
if (asked.against !== undefined) {
  const old = await measure(null, asked.against);
  const ratios = markets.map(({ name }) => [name, shown(ratioOf(whole[name], old[name]))]);
  sections.push(`## The engine of another checkout, ${asked.against}`, table(['Market', 'Ratio'], ratios));
}
const report = `${sections.join('\n\n')}\n`;
if (asked.out) writeFileSync(asked.out, report);
else process.stdout.write(report);
