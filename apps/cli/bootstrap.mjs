// Runs before anything is installed: plain JavaScript, nothing but node.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const stamp = join(root, 'node_modules', '.installed-for');
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Everything that decides what gets installed. */
function fingerprint() {
  const workspaces = ['apps', 'libs'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name)),
  );
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

const fingerprinted = fingerprint();
const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
const isOnlyToRun = process.argv.includes('--to-run') && (installed === '' || installed.startsWith('to-run '));
const wanted = isOnlyToRun ? `to-run ${fingerprinted}` : fingerprinted;
if (installed !== wanted) {
  console.log('> installing packages');
  const install = ['install', '--frozen-lockfile', '--prefer-offline', ...(isOnlyToRun ? TO_RUN : [])];
  const { status } = spawnSync('npx', ['--yes', '--prefer-offline', packageManager, ...install], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stamp, wanted);
}
