// Starts the service with another Node, asks five routes and stops it: node test/smoke/newest-node.mjs [VERSION] That
// Node comes from npm; where it cannot be had, that is said and nothing is tested. Plain JavaScript: it runs before
// anything is installed.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { fetchNode } from './fetch-node.mjs';

const NEWEST = '26';
const START_MS = 480_000;
const STOP_MS = 60_000;
const NOT_COPIED = new Set(['node_modules', 'dist', '.git', '.brickmarket', 'coverage']);

const wanted = process.argv[2] ?? NEWEST;
const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'newest-node-'));
// As root the database server runs as another user, who must get to its data.
chmodSync(folder, 0o755);
const say = (line) => console.log(`> smoke test: ${line}`);

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return String(port);
}

async function within(ms, what, promise) {
  const late = AbortSignal.timeout(ms);
  return Promise.race([
    promise,
    once(late, 'abort').then(() => {
      throw new Error(`${what} took longer than ${ms / 1000} s`);
    }),
  ]);
}

async function untilReady(service, output) {
  while (!/bmk_[0-9a-f]{48}/.test(output.text)) {
    if (service.exitCode !== null) throw new Error(`npm start ended with ${service.exitCode}`);
    await sleep(200);
  }
  return { url: /ready at (\S+)/.exec(output.text)[1], key: /bmk_[0-9a-f]{48}/.exec(output.text)[0] };
}

async function askFiveRoutes({ url, key }) {
  const ask = async (path) => {
    const answer = await fetch(`${url}${path}`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(30_000),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 500)}`);
    say(`200 ${path}`);
    return JSON.parse(text).data;
  };
  const expect = (isTrue, what) => {
    if (!isTrue) throw new Error(what);
  };
  expect((await ask('/catalog/themes')).themes.length > 0, 'there are no themes');
  const { results } = await ask('/catalog/sets/search?q=75192');
  expect(results.length > 0, 'the search finds nothing');
  const number = encodeURIComponent(results[0].set_number);
  expect((await ask(`/set/${number}`)).set_number === results[0].set_number, 'another set was answered');
  expect((await ask(`/set/${number}/history`)).history.length > 0, 'there is no history');
  expect((await ask('/brickfolio/analytics?period=30d')).value_history.length === 30, 'analytics lack days');
}

async function isRunOn(version, metricsPort) {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return metrics.includes(`nodejs_version_info{version="${version}"`);
}

async function smoke(bin) {
  const { stdout } = await promisify(execFile)(join(bin, 'node'), ['--version']);
  const version = stdout.trim();
  const copy = join(folder, 'checkout');
  cpSync(root, copy, { recursive: true, filter: (source) => source === root || !NOT_COPIED.has(basename(source)) });
  say(`npm start on Node ${version}`);
  const dataDir = join(folder, 'data');
  const metricsPort = await freePort();
  const output = { text: '' };
  const service = spawn('npm', ['start'], {
    cwd: copy,
    env: {
      ...process.env,
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      BRICKMARKET_DATA_DIR: dataDir,
      DATABASE_URL: '',
      HOST: '127.0.0.1',
      PORT: '0',
      METRICS_PORT: metricsPort,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(service, 'exit');
  for (const stream of [service.stdout, service.stderr]) stream.on('data', (chunk) => (output.text += chunk));
  try {
    const ready = await within(START_MS, 'the start', untilReady(service, output));
    await askFiveRoutes(ready);
    if (!(await isRunOn(version, metricsPort))) throw new Error(`the service does not run on Node ${version}`);
    service.kill('SIGTERM');
    await within(STOP_MS, 'the stop', ended);
    const answers = await fetch(ready.url).then(
      () => true,
      () => false,
    );
    if (answers) throw new Error('the service still answers after npm start has ended');
    if (existsSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'))) throw new Error('its database still runs');
    say('stopped, nothing is left running');
  } catch (error) {
    // When its supervisor dies, whatever that is, the service and the database end by themselves.
    service.kill('SIGKILL');
    throw new Error(`${error.message}\n${output.text.slice(-4_000)}`, { cause: error });
  }
}

try {
  const bin = await fetchNode(wanted, join(folder, 'node')).catch(({ message }) => say(`SKIPPED, ${message}`));
  if (bin !== undefined) await smoke(bin);
} catch (error) {
  say(`FAILED: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
}
// What waits for a time limit that nobody needs any more would keep the process.
process.exit();
