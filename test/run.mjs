// Runs a lane of the tests on what is built: `quick` is `npm test`, with types and lint beside the specs; `full` is
// `npm run test:full`: what proves by size, then what measures times, one by one, then the newest Node.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

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

const jest = (name, ...args) =>
  run(name, process.execPath, ['node_modules/jest/bin/jest.js', '--config', 'test/jest.config.js', ...args], {
    // Specs that run side by side keep all processors busy: services get more time for an answer.
    env: { TEST_ON_BUSY_MACHINE: process.env.TEST_ON_BUSY_MACHINE ?? (args.includes('--runInBand') ? '0' : '1') },
  });
const npm = (name, script) => run(name, 'npm', ['run', '--silent', script], { isQuiet: true });

const lanes = {
  quick: async () => {
    // On one processor they would only disturb each other.
    const checks = npm('types and lint', 'check');
    if (availableParallelism() === 1) await checks;
    return Promise.all([checks, jest('specs', '--testPathIgnorePatterns', '\\.(full|timed)\\.spec\\.ts$')]);
  },
  full: async () => [
    await jest('specs that prove by size', '\\.(full|sized)\\.spec\\.ts$'),
    await jest('specs that measure times', '--runInBand', '\\.timed\\.spec\\.ts$'),
    await run('the newest Node', process.execPath, ['test/smoke/newest-node.mjs']),
  ],
};
if (!Object.hasOwn(lanes, lane)) {
  console.error('usage: node test/run.mjs quick|full');
  process.exit(2);
}

const failed = (await lanes[lane]()).filter(({ code }) => code !== 0);
for (const { name, printed } of failed) if (printed !== '') console.error(`\n> ${name}:\n${printed}`);
if (failed.length > 0) console.error(`\nFAILED: ${failed.map(({ name }) => name).join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);
