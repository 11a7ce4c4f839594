// Builds the page into dist, unless what it is made of has not changed since the last time.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const folder = import.meta.dirname;
const output = join(folder, 'dist');
const stamp = join(folder, 'node_modules', '.built-for');
const sources = readdirSync(join(folder, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.endsWith('.spec.ts'))
  .map((entry) => join(entry.parentPath, entry.name))
  .toSorted();
const own = ['index.html', 'build.mjs', 'package.json'].map((name) => join(folder, name));

const hash = createHash('sha256');
for (const file of [...sources, ...own, join(folder, '../../pnpm-lock.yaml')])
  hash.update(`\n${file.slice(folder.length)}\n`).update(readFileSync(file));
const wanted = hash.digest('hex');

/** What index.html names, each the start of a bundle of its own. */
const ENTRIES = ['src/main.tsx', 'src/style.css', 'src/brick.svg'];

/**
 * Every page, and what else loads late, counts as importing all of the entry. Otherwise what they share with it is
 * split into a file for each set of pages that share it, and small files pack badly: the entry alone had 26 kB instead
 * of 22.
 */
const entryInOnePiece = {
  name: 'entry-in-one-piece',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/](pages[\\/][^\\/]+\.tsx?|plot\.ts|webauthn\.ts)$/ }, ({ path }) => ({
      contents: `${readFileSync(path, 'utf8')}\nimport ${JSON.stringify(join(folder, 'src', 'app.tsx'))};\n`,
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    }));
  },
};

async function buildPage() {
  // Loaded here, so that finding nothing to do costs no more than reading the sources.
  const { build } = await import('esbuild');
  rmSync(output, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: ENTRIES,
    outdir: 'dist/assets',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    publicPath: '/account/assets/',
    bundle: true,
    format: 'esm',
    splitting: true,
    minify: true,
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.svg': 'copy' },
    legalComments: 'none',
    metafile: true,
    plugins: [entryInOnePiece],
    logLevel: 'warning',
  });
  mkdirSync(output, { recursive: true });
  writeFileSync(join(output, 'index.html'), pageOf(metafile.outputs));
}

/** index.html with the addresses of what was built; the scripts that the first one imports are requested with it. */
function pageOf(outputs) {
  const address = (file) => `/account/assets/${basename(file)}`;
  let html = readFileSync(join(folder, 'index.html'), 'utf8');
  for (const entry of ENTRIES) {
    const [file, { imports }] = Object.entries(outputs).find(
      ([, { entryPoint, inputs }]) => entryPoint === entry || Object.keys(inputs).join() === entry,
    );
    const preloads = imports
      .filter(({ kind }) => kind === 'import-statement')
      .map(({ path }) => `<link rel="modulepreload" href="${address(path)}" />\n    `);
    html = html.replace(/^(\s*)(<.*)$/gm, (line, indent, tag) =>
      tag.includes(`"/${entry}"`) ? `${indent}${preloads.join('')}${tag.replace(`/${entry}`, address(file))}` : line,
    );
  }
  return html;
}

const isBuilt = existsSync(join(output, 'index.html')) && existsSync(stamp);
if (!isBuilt || readFileSync(stamp, 'utf8') !== wanted) {
  await buildPage();
  writeFileSync(stamp, wanted);
}
