// Mutation testing by sample: `npm run test:mutants -- --count 400 --seed 7 --libs domain,feeds`. Draws small changes
// of the pure libraries, runs the unit specs of the library, and prints the share that a spec noticed, with survivors.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { changesOf } from './changes.mjs';
import { Compiler } from './compiler.mjs';
import { Library } from './reach.mjs';

const ROOT = join(import.meta.dirname, '../..');
const PURE = ['domain', 'portfolio', 'valuation', 'retail-tracking', 'alerts', 'feeds', 'identity'];
/** An endless loop is noticed too. */
const LIMIT_MS = 60_000;

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '400' },
    seed: { type: 'string', default: `${Math.floor(Math.random() * 1e9)}` },
    libs: { type: 'string', default: PURE.join() },
  },
});
const libraries = options.libs.split(',').map((name) => new Library(ROOT, name));
const each = Math.ceil(Number(options.count) / libraries.length);
console.log(`> ${each} changes in each of ${libraries.length} libraries, seed ${options.seed}`);

/** Mulberry32: the same seed draws the same changes. */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws a file by its length, then a kind of change, then a place; leaves out what does not compile. */
async function* drawn(library, seed) {
  const random = randomFrom(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const compiler = new Compiler(ROOT, library.files);
  let pool = await Promise.all(
    library.changeable.map(async (file) => {
      const text = await readFile(file, 'utf8');
      const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
      return { file, source, text, changes: changesOf(source) };
    }),
  );
  while ((pool = pool.filter(({ changes }) => changes.length > 0)).length > 0) {
    let left = random() * pool.reduce((sum, { text }) => sum + text.length, 0);
    const drawnFile = pool.find(({ text }) => (left -= text.length) < 0) ?? pool.at(-1);
    const kind = pick([...new Set(drawnFile.changes.map((change) => change.kind))]);
    const change = pick(drawnFile.changes.filter((one) => one.kind === kind));
    drawnFile.changes = drawnFile.changes.filter(({ start, end }) => start !== change.start || end !== change.end);
    const { file, source, text } = drawnFile;
    const changed = text.slice(0, change.start) + change.to + text.slice(change.end);
    if (!compiler.compiles(file, changed, library.importersOf(file))) continue;
    const line = source.getLineAndCharacterOfPosition(change.start).line + 1;
    yield { ...change, library, file, line, text: changed, lineText: text.split('\n')[line - 1].trim() };
  }
}

/** Whether a unit spec of the library fails with the change. */
async function isNoticed(mutant, path) {
  const specs = mutant.library.specsOf(mutant.file);
  if (specs.length === 0) return false;
  await writeFile(path, JSON.stringify({ file: mutant.file, text: mutant.text }));
  const jest = spawn(
    process.execPath,
    [
      'node_modules/jest/bin/jest.js',
      '--config',
      'test/mutants/jest.config.mjs',
      '--runInBand',
      '--bail',
      '--silent',
    ].concat('--runTestsByPath', specs),
    {
      cwd: ROOT,
      stdio: 'ignore',
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
      env: { ...process.env, MUTANT: path, MUTANT_SPECS: specs.join('\n') },
    },
  );
  return new Promise((resolve, reject) => jest.once('error', reject).once('close', (code) => resolve(code !== 0)));
}

/** 95 % interval of a share, by Wilson. */
function interval(noticed, all) {
  const [share, z] = [noticed / all, 1.96];
  const middle = (share + z ** 2 / (2 * all)) / (1 + z ** 2 / all);
  const half = (z / (1 + z ** 2 / all)) * Math.sqrt((share * (1 - share)) / all + z ** 2 / (4 * all ** 2));
  return `${Math.round(100 * (middle - half))} to ${Math.round(100 * (middle + half))} %`;
}

const equal = JSON.parse(await readFile(join(import.meta.dirname, 'equal-programs.json'), 'utf8'));
const isEqual = ({ file, lineText, from, to }) =>
  equal.some((one) => one.file === relative(ROOT, file) && one.line === lineText && one.from === from && one.to === to);

const folder = await mkdtemp(join(tmpdir(), 'brickmarket-mutants-'));
const queue = libraries.map((library, at) => ({
  library,
  left: each,
  mutants: drawn(library, Number(options.seed) + at),
}));
const judged = [];
try {
  await Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, (_, worker) => work(worker)));
} finally {
  await rm(folder, { recursive: true });
}

async function work(worker) {
  for (let turn; (turn = queue.find(({ left }) => left > 0)) !== undefined;) {
    turn.left--;
    queue.push(...queue.splice(queue.indexOf(turn), 1));
    const { value: mutant, done } = await turn.mutants.next();
    if (done) turn.left = 0;
    else if (!isEqual(mutant)) {
      mutant.isNoticed = await isNoticed(mutant, join(folder, `${worker}.json`));
      judged.push(mutant);
      if (!mutant.isNoticed) report(mutant);
    }
  }
}

function report({ file, line, kind, from, to }) {
  const brief = (text) => text.replaceAll(/\s+/g, ' ').slice(0, 60);
  console.log(`survived ${relative(ROOT, file)}:${line} ${kind}: ${brief(from)} -> ${brief(to)}`);
}

for (const name of [...libraries.map((library) => library.name), 'all']) {
  const ofName = judged.filter((mutant) => name === 'all' || mutant.library.name === name);
  const noticed = ofName.filter((mutant) => mutant.isNoticed).length;
  if (ofName.length > 0)
    console.log(
      `${name.padEnd(16)} ${`${noticed} of ${ofName.length}`.padStart(12)} noticed, ` +
        `${Math.round((100 * noticed) / ofName.length)} % (${interval(noticed, ofName.length)})`,
    );
}
