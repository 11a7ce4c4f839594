// Prints lines, share of comments and budget of every package, and fails when one has outgrown its budget.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const BUDGETS = join(import.meta.dirname, 'size-budgets.json');

/** Sources of a package: no specs, nothing for tests of others, nothing generated or built. */
function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return /^(dist|node_modules|testing)$/.test(entry.name) ? [] : sourcesIn(path);
    return /\.tsx?$/.test(entry.name) && !/\.(spec|generated|d)\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** Lines of a text, and how many of them hold nothing but a comment. */
function measure(text) {
  let [lines, comments, isInside] = [0, 0, false];
  for (const line of text.trimEnd().split('\n')) {
    lines++;
    const code = line.trim();
    if (isInside || code.startsWith('//') || code.startsWith('/*')) comments++;
    if (code.startsWith('/*')) isInside = true;
    if (isInside && code.includes('*/')) isInside = false;
  }
  return { lines, comments };
}

function packages(root) {
  return ['apps', 'libs'].flatMap((parent) =>
    readdirSync(join(root, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => {
        const sums = { name: `${parent}/${name}`, lines: 0, comments: 0 };
        for (const file of sourcesIn(join(root, parent, name))) {
          const { lines, comments } = measure(readFileSync(file, 'utf8'));
          sums.lines += lines;
          sums.comments += comments;
        }
        return sums;
      })
      .filter(({ lines }) => lines > 0),
  );
}

/** A sentence for each package that is larger than its budget, or has none. */
function overdrawn(measured, budgets) {
  return measured
    .filter(({ name, lines }) => !(lines <= budgets[name]))
    .map(({ name, lines }) => `${name} has ${lines} lines, its budget is ${budgets[name] ?? 'missing'}`);
}

const measured = packages('.');
const budgets = JSON.parse(readFileSync(BUDGETS, 'utf8'));
const all = { name: 'all', lines: 0, comments: 0 };
for (const { lines, comments } of measured) {
  all.lines += lines;
  all.comments += comments;
}
console.log('package                     lines comments  budget');
for (const { name, lines, comments } of [...measured, all]) {
  const share = ((comments / lines) * 100).toFixed(1);
  const cells = [String(lines).padStart(7), `${share} %`.padStart(8), String(budgets[name] ?? '').padStart(8)];
  console.log(`${name.padEnd(26)}${cells.join('')}`);
}
const faults = overdrawn(measured, budgets);
if (faults.length > 0) {
  console.error(
    `${faults.join('\n')}\nRemove lines, or change test/architecture/size-budgets.json in the same commit.`,
  );
  process.exitCode = 1;
}
