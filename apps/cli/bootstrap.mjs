// Installs the packages of this checkout. Runs before anything is installed: plain JavaScript, nothing but node.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isWritable, root, runPnpm } from '../../libs/pnpm.mjs';

const OLDEST_NODE = [20, 19];
/** What a first start writes: packages, their cache, the database with the demo market. */
const NEEDED_MB = 1_500;
const BUSY_PORT_TIMEOUT_MS = 4_000;
const LAST_PORT = 65_535;
const [FAILED, WRONG_USAGE] = [1, 2];

const stamp = join(root, 'node_modules', '.installed-for');

/** Ends with one sentence that says what is wrong and what to do. */
function giveUp(sentence, code = FAILED) {
  console.error(`\n${sentence}`);
  process.exit(code);
}

function checkMachine() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]))
    giveUp(
      `Brickmarket needs Node ${OLDEST_NODE.join('.')} or newer, and this is ${process.version}: install a newer one.`,
    );
  if (process.platform === 'win32')
    giveUp(
      'Brickmarket does not run on Windows itself: install WSL (wsl --install) and run this command inside of it.',
    );
  if (!isWritable(root))
    giveUp(
      `The folder ${root} cannot be written to, and packages are installed there: copy it to a place of your own.`,
    );
}

/** The ports of the service, tried before minutes are spent on packages. The start itself names invalid ones. */
async function checkPorts() {
  const host = process.env.HOST || '127.0.0.1';
  const api = Number(process.env.PORT || 3000);
  const account = Number(process.env.ACCOUNT_PORT || (api === 0 ? 0 : api + 1));
  if (api === LAST_PORT && account > LAST_PORT)
    giveUp(
      `PORT=${api} leaves no port after it for the account area. Set ACCOUNT_PORT too: ACCOUNT_PORT=${LAST_PORT - 1}`,
      WRONG_USAGE,
    );
  for (const [variable, port] of Object.entries({ PORT: api, ACCOUNT_PORT: account }))
    // A service whose supervisor was killed takes a moment to end.
    for (const deadline = Date.now() + BUSY_PORT_TIMEOUT_MS; await isInUse(host, port).catch(() => false);) {
      if (Date.now() > deadline)
        giveUp(
          `port ${port} on ${host} is in use. Stop what listens there, ` +
            `or choose another: ${variable}=${port + 1 < LAST_PORT ? port + 1 : port - 2} npm start`,
          WRONG_USAGE,
        );
      await sleep(200);
    }
}

function isInUse(host, port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code }) => resolve(code === 'EADDRINUSE'));
    server.listen({ host, port }, () => server.close(() => resolve(false)));
  });
}

const workspaces = ['apps', 'libs']
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)))
  .filter((folder) => existsSync(join(root, folder, 'package.json')));

/** Everything that decides what gets installed. */
function fingerprint() {
  const files = [
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    ...['.', 'test', ...workspaces].map((folder) => join(folder, 'package.json')),
  ];
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of files)
    if (existsSync(join(root, file))) hash.update(`\n${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/**
 * `--to-run` installs what the apps are built and run with, to have less to fetch before a first start: those are the
 * dependencies of the root, of the apps and of the libraries they use; what only tests need are devDependencies. A
 * checkout that has everything keeps everything.
 */
const TO_RUN = ['--prod', '--filter', 'brickmarket', '--filter', '{./apps/*}...'];

function install(isOnlyToRun) {
  const args = ['install', '--frozen-lockfile', '--prefer-offline', ...(isOnlyToRun ? TO_RUN : [])];
  const isFirst = !existsSync(join(root, 'node_modules'));
  const status = runPnpm(args, 'inherit');
  if (status === 0) return;
  // Half of the packages would only be in the way of the next try.
  if (isFirst)
    for (const folder of ['.', 'test', 'test/bench', ...workspaces])
      rmSync(join(root, folder, 'node_modules'), { recursive: true, force: true });
  const { bavail, bsize } = statfsSync(root);
  const freeMb = Math.floor((bavail * bsize) / 2 ** 20);
  giveUp(
    freeMb < NEEDED_MB
      ? `The packages could not be installed: only ${freeMb} MB are free on the disk of ${root}, and a first start ` +
          `needs about ${NEEDED_MB}. Free some space and run this command again.`
      : 'The packages could not be installed; the reason stands above. The first time this needs the npm registry: ' +
          'check the network, or npm config get registry, and run this command again.',
  );
}

checkMachine();
if (process.argv.includes('--to-run')) await checkPorts();
const fingerprinted = fingerprint();
const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
const isOnlyToRun = process.argv.includes('--to-run') && (installed === '' || installed.startsWith('to-run '));
const wanted = isOnlyToRun ? `to-run ${fingerprinted}` : fingerprinted;
if (installed !== wanted) {
  console.log('> installing packages');
  install(isOnlyToRun);
  writeFileSync(stamp, wanted);
}
