// Runs a lane of the tests on what is built: `quick` is `npm test`, with types and lint next to the specs; `full` is
// `npm run test:full`: what proves by size, with the newest Node next to it, then what measures times, one by one;
// `fuzz` is `npm run test:fuzz`: the fuzzers at length, with another seed each time.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

const lane = process.argv[2];

/** Runs a command to its end and tells how long it took; what a quiet one prints is shown when it fails. */
function run(name, command, args, { env = {}, isQuiet = false } = {}) {
  const startedAt = Date.now();
  let printed = '';
  const child = spawn(command, args, {
    stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, TEST_LANE: lane, ...env },
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (printed += chunk));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ name, code: 1, printed: error.message }));
    child.once('close', (code) => {
      console.log(
        `> ${name}: ${code === 0 ? 'done' : 'FAILED'} after ${Math.round((Date.now() - startedAt) / 1000)} s`,
      );
      resolve({ name, code: code ?? 1, printed });
    });
  });
}

const jestOnce = (name, isBusy, ...args) =>
  run(name, process.execPath, ['node_modules/jest/bin/jest.js', '--config', 'test/jest.config.js', ...args], {
    env: { TEST_ON_BUSY_MACHINE: process.env.TEST_ON_BUSY_MACHINE ?? (isBusy ? '1' : '0') },
  });

/** The most spec files that get a second look: more of them are not bad luck. */
const MOST_LOOKED_AT_TWICE = 3;

/**
 * Runs specs. With TEST_SECOND_LOOK=1, as in CI, whose machine has other work, the few spec files that failed are run
 * once more, alone. That changes nothing about the outcome: it tells the reader which of them are unsteady.
 */
async function jest(name, ...args) {
  // Specs that run side by side keep all processors busy: services get more time for an answer.
  const isBusy = !args.includes('--runInBand');
  if (process.env.TEST_SECOND_LOOK !== '1') return jestOnce(name, isBusy, ...args);
  const folder = await mkdtemp(join(tmpdir(), 'brickmarket-specs-'));
  try {
    const outcome = join(folder, 'outcome.json');
    const first = await jestOnce(name, isBusy, '--json', `--outputFile=${outcome}`, ...args);
    if (first.code === 0) return first;
    if (!existsSync(outcome)) return first;
    const failed = failedFiles(JSON.parse(await readFile(outcome, 'utf8')));
    if (failed.length === 0 || failed.length > MOST_LOOKED_AT_TWICE) return first;
    const second = await jestOnce(`${name}, a second look`, isBusy, '--runInBand', '--runTestsByPath', ...failed);
    return second.code === 0 ? { ...first, unsteady: failed } : first;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The spec files with a failed test or none that could run; none of them when something else failed too. */
function failedFiles({ testResults, wasInterrupted, openHandles }) {
  if (wasInterrupted || openHandles?.length > 0) return [];
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

const npm = (name, script) => run(name, 'npm', ['run', '--silent', script], { isQuiet: true });

/** A commit has its own sample, which another run of it repeats. */
function mutantSeed() {
  const { stdout, status } = spawnSync('git', ['rev-parse', '--short=7', 'HEAD'], { encoding: 'utf8' });
  return status === 0 ? ['--seed', `${parseInt(stdout, 16)}`] : [];
}

const lanes = {
  quick: async () => {
    // On one processor they would only disturb each other.
    const checks = npm('types and lint', 'check');
    if (availableParallelism() === 1) await checks;
    return Promise.all([checks, jest('specs', '--testPathIgnorePatterns', '\\.(full|timed)\\.spec\\.ts$')]);
  },
  full: async () => [
    ...(await Promise.all([
      jest('specs that prove by size', '\\.(full|sized)\\.spec\\.ts$'),
      run('the newest Node', process.execPath, ['test/smoke/newest-node.mjs']),
      run('mutants', process.execPath, ['test/mutants/main.mjs', '--count', '28', ...mutantSeed()]),
    ])),
    await jest('specs that measure times', '--runInBand', '\\.timed\\.spec\\.ts$'),
  ],
  fuzz: async () => [await jest('fuzzers', 'test/fuzz/')],
};
if (!Object.hasOwn(lanes, lane)) {
  console.error('usage: node test/run.mjs quick|full|fuzz');
  process.exit(2);
}

const ended = await lanes[lane]();
const failed = ended.filter(({ code }) => code !== 0);
const unsteady = ended.flatMap((one) => one.unsteady ?? []);
if (unsteady.length > 0) console.error(`\nUNSTEADY, passed when run again alone:\n${unsteady.join('\n')}`);
for (const { name, printed } of failed) if (printed !== '') console.error(`\n> ${name}:\n${printed}`);
if (failed.length > 0) console.error(`\nFAILED: ${failed.map(({ name }) => name).join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);
