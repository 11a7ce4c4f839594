// Packs every library that is not private, as npm installs it, from what is built: node libs/pack.mjs FOLDER
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root, runPnpm } from './pnpm.mjs';

const BUILT = /(?:\.d\.ts|\.js)(?:\.map)?$/;
const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

if (process.argv[2] === undefined) {
  console.error('usage: npm run pack:libs -- FOLDER');
  process.exit(2);
}
const destination = resolve(process.argv[2]);
mkdirSync(destination, { recursive: true });
const folders = readdirSync(join(root, 'libs'))
  .map((name) => join('libs', name))
  .filter((folder) => existsSync(join(root, folder, 'package.json')) && manifestOf(folder).private !== true);
// The compiler leaves what it made of sources that are gone.
for (const folder of folders)
  for (const file of readdirSync(join(root, folder, 'dist'), { recursive: true }).filter((name) => BUILT.test(name)))
    if (!existsSync(join(root, folder, 'src', file.replace(BUILT, '.ts'))))
      rmSync(join(root, folder, 'dist', file), { force: true });

// pnpm knows "workspace:" and "catalog:", and writes the versions that they stand for.
const filters = folders.flatMap((folder) => ['--filter', manifestOf(folder).name]);
const args = ['--recursive', ...filters, 'pack', '--pack-destination', destination];
process.exit(runPnpm(args, ['ignore', 'ignore', 'inherit']));
