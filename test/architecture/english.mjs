import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';

// Fails, in `npm run lint`, for a file with more faults than the list allows. `--lower` writes today's smaller counts.
const MAX_WORDS = 30;
const READ = /\.(?:md|ts|tsx|js|mjs|cjs|sql|html)$/;
const EXEMPT = /^(?:node_modules|dist|migrations)$|\.generated\.ts$|^api-(?:report|released)\.md$/;
/** Of test code only comments are checked. */
const TEST_CODE = /(?:^|\/)test\/.*(?<!\.md)$|\.(?:spec|contract)\.ts$/;
const INSTEAD = {
  current: /\bof now\b/i,
  valid: /\b(?:is|are|stays?|only) good (?:for|once|until|at)\b|\bgood (?:for|once)\b/i,
  'continue or resume': /\bgo(?:es)? on\b/i,
  resets: /\bwhole again\b/i,
  refunded: /\bgiven back\b/i,
  'next to, in addition to or compared with': /\bbeside\b/i,
  again: /\banew\b/i,
  during: /\bin the midst of\b/i,
  'the user or the caller': /\bwhoever\b/i,
  'a user or a client': /\bsomebody\b/i,
  excluded: /\b(?:put|set) aside\b/i,
  'is notified, receives or is shown': /\b(?:is|are|was|were) told\b/i,
  'in progress': /\bun(?:der)? way\b/i,
  running: /\bat work\b/i,
  temporary: /\bthrow-away\b/i,
  lookup: /\blook-ups?\b/i,
  'the noun again': /\bthat of (?:the|its|a)\b/i,
  'the noun first': /(?:^|\/\/ |\*\* | \* |-- )(?:(?:That|Those) of|Of (?:the|a|all|each))\b/m,
  portfolio: /\b(?:the|own) books?\b/i,
  're-authenticates': /\bwho sits there\b/i,
  'is not a valid ...': /\bis no (?:day|date|month|price|time|instant|number|name)\b/i,
  catalog: /\bcatalogue\b/i,
  automatically: /\bby itself\b/i,
  permanently: /\bfor good\b/i,
};
/** Between two words of a phrase: white space, a line break within a comment, or the seam of a joined string. */
const GAP = '(?:[\\s\'"`+*/]|--)+';
const FAULTS = Object.entries(INSTEAD).map(([instead, { source, flags }]) => {
  const spaced = source.replaceAll(/(?<=[\w?)]) (?=[\w(])/g, GAP);
  return { instead, phrase: new RegExp(spaced, `g${flags}`) };
});

/** Blanks of the same length keep the positions, by which a fault names its line. */
const blank = (text) => text.replaceAll(/[^\n]/g, ' ');
const prose = (markdown) =>
  markdown
    .replaceAll(/^```.*?^```/gms, blank)
    .replaceAll(/`[^`\n]*`/g, (code) => 'x'.padEnd(code.length))
    .replaceAll(/(?<=\])\([^)\n]*\)/g, blank)
    .replaceAll(/(?<=[^\n])\n(?=[A-Za-z([])/g, ' ');

const comments = (code) => code.replaceAll(/^(?!\s*(?:\/\/|\/?\*)).*$/gm, blank);

function textOf(file, source) {
  if (file.endsWith('.md')) return prose(source);
  return TEST_CODE.test(file) ? comments(source) : source;
}

function* faultsOf(file) {
  const source = readFileSync(file, 'utf8');
  const text = textOf(file, source);
  const place = (index) => `${file}:${source.slice(0, index).split('\n').length}`;
  for (const { instead, phrase } of FAULTS)
    for (const { 0: words, index } of text.matchAll(phrase))
      yield `${place(index)} "${words.replaceAll(new RegExp(GAP, 'g'), ' ').trim()}": write ${instead}`;
  if (!file.endsWith('.md')) return;
  for (const { 0: sentence, index } of text.matchAll(/(?:[^\n.!?|]|[.!?](?!\s+[A-Z"(]))+/g)) {
    const words = sentence.match(/[A-Za-z][\w'’-]*/g)?.length ?? 0;
    if (words > MAX_WORDS) yield `${place(index)} a sentence of ${words} words: write two, at most 25 words each`;
  }
}

function filesOf(path) {
  if (EXEMPT.test(basename(path))) return [];
  if (!statSync(path).isDirectory()) return READ.test(path) ? [path] : [];
  return readdirSync(path).flatMap((name) => filesOf(join(path, name)));
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'string', default: 'test/architecture/english-today.json' }, lower: { type: 'boolean' } },
});
const allowed = JSON.parse(readFileSync(values.list, 'utf8'));
const found = positionals
  .flatMap(filesOf)
  .toSorted((a, b) => (a < b ? -1 : 1))
  .map((file) => [file, [...faultsOf(file)]])
  .filter(([, faults]) => faults.length > 0);

if (values.lower) {
  const left = found.flatMap(([file, faults]) =>
    file in allowed ? [[file, Math.min(faults.length, allowed[file])]] : [],
  );
  writeFileSync(values.list, `${JSON.stringify(Object.fromEntries(left), undefined, 2)}\n`);
}
const over = found.filter(([file, faults]) => faults.length > (allowed[file] ?? 0));
for (const [file, faults] of over)
  console.error(`${file} has ${faults.length} faults, at most ${allowed[file] ?? 0} allowed:\n${faults.join('\n')}`);
if (over.length > 0) process.exitCode = 1;
