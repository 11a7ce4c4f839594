// Builds the page into dist, unless what it is made of has not changed since the last time.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;
const stamp = join(folder, 'node_modules', '.built-for');
const sources = readdirSync(join(folder, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.endsWith('.spec.ts'))
  .map((entry) => join(entry.parentPath, entry.name))
  .toSorted();
const own = ['index.html', 'vite.config.mjs', 'package.json'].map((name) => join(folder, name));

const hash = createHash('sha256');
for (const file of [...sources, ...own, join(folder, '../../pnpm-lock.yaml')])
  hash.update(`\n${file.slice(folder.length)}\n`).update(readFileSync(file));
const wanted = hash.digest('hex');

const isBuilt = existsSync(join(folder, 'dist/index.html')) && existsSync(stamp);
if (!isBuilt || readFileSync(stamp, 'utf8') !== wanted) {
  // A test runner says otherwise: JSX would be compiled for development, with the paths of this machine.
  process.env.NODE_ENV = 'production';
  // Loaded here, so that finding nothing to do costs no more than reading the sources.
  const { build } = await import('vite');
  await build({ root: folder, configFile: join(folder, 'vite.config.mjs'), logLevel: 'warn' });
  writeFileSync(stamp, wanted);
}
