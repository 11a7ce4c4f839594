// Runs the package manager of this checkout, also before anything is installed: plain JavaScript, nothing but node.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../', import.meta.url));

export function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Package managers keep caches in the home folder. Where it is missing or read-only, they get another one. */
function environment() {
  const home = homedir();
  if (existsSync(home) && isWritable(home)) return process.env;
  const substitute = join(tmpdir(), `brickmarket-home-${process.getuid?.() ?? 'user'}`);
  mkdirSync(substitute, { recursive: true, mode: 0o700 });
  const elsewhere = Object.entries(process.env).filter(([name]) => !/^(npm_config_cache|XDG_.*_HOME)$/i.test(name));
  return { ...Object.fromEntries(elsewhere), HOME: substitute };
}

/** The exit code. */
export function runPnpm(args, stdio) {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const npx = ['--yes', '--prefer-offline', packageManager, ...args];
  return spawnSync('npx', npx, { cwd: root, stdio, env: environment() }).status ?? 1;
}
