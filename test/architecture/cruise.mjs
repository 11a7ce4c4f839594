// Checks which way dependencies point, in apps, libs and test.
import { spawnSync } from 'node:child_process';
import { cwd, execPath, exit } from 'node:process';

if (cwd().includes('#')) {
  // Its resolver takes what follows for a fragment, as in a URL.
  console.error(`SKIPPED: dependency-cruiser cannot read ${cwd()}, because of the # in it.`);
  exit(0);
}
const { status } = spawnSync(
  execPath,
  [
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    '--config',
    'test/architecture/dependency-rules.cjs',
    'apps',
    'libs',
    'test',
  ],
  { stdio: 'inherit' },
);
exit(status ?? 1);
