// Puts each compiled program into few files, with the packages that it loads at its start: most of the time of a start
// went into finding and opening up to two thousand files. Does nothing when that has not changed since the last time.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');
const PROGRAMS = ['api', 'account', 'cli', 'mcp'];

/** Packages that find own files next to themselves, or are loaded later. */
const NOT_MOVABLE = ['pino', '@node-rs/argon2', 'typeorm'];

/** Packages in CommonJS ask for others by `require`, which a module does not have. */
const BANNER = `import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);`;

const isPackage = (id) => /^[@a-z]/i.test(id) && !isBuiltin(id);

/** What our code loads when it is needed, and not at the start, stays where it is, and so does what cannot be moved. */
const leftInPlace = (output) => ({
  name: 'left-in-place',
  setup(build) {
    build.onResolve({ filter: /^[@a-z]/i }, async ({ path, importer, kind, resolveDir, pluginData }) => {
      if (pluginData === 'asked-here' || !isPackage(path)) return null;
      const found = await build.resolve(path, { importer, kind, resolveDir, pluginData: 'asked-here' });
      // Nest tries packages that nobody has installed: they are missing when they are asked for, not now.
      if (found.errors.length > 0) return { path, external: true };
      const isLater =
        kind === 'dynamic-import' && !importer.includes('node_modules') && !path.startsWith('@brickmarket/');
      if (!(isLater || NOT_MOVABLE.includes(path))) return found;
      // By its place: it may be a package of a library that the service knows nothing of.
      return { path: relative(output, found.path), external: true };
    });
  },
});

/**
 * Names of our classes are the names of schemas, of entities and of errors: where two modules have one each of the same
 * name, the bundler renames one. It could keep all names itself (`keepNames`), but it does so each time a function is
 * made, which took a third of the processor time of a request.
 */
const namesKept = (compiled) =>
  compiled.replaceAll(
    /^(?:export )?(?:let \w+ = )?class (\w+).*\{$/gm,
    (line, name) =>
      `${line} static { if (this.name !== '${name}') ` +
      `Object.defineProperty(this, 'name', { value: '${name}', configurable: true }); }`,
  );

/**
 * A line of a bundle is traced to the line of TypeScript, not to what that was compiled to. What a module finds by its
 * own address it still finds next to the compiled file.
 */
const ownModules = (output) => ({
  name: 'own-modules',
  setup(build) {
    build.onLoad({ filter: /\/dist\/.*\.js$/ }, async ({ path }) => {
      if (path.includes('node_modules')) return null;
      const compiled = await readFile(path, 'utf8');
      const address = `new URL(${JSON.stringify(relative(output, path))}, import.meta.url).href`;
      return { contents: namesKept(compiled.replaceAll('import.meta.url', address)), resolveDir: dirname(path) };
    });
  },
});

/**
 * One character beyond Latin-1, in the comment of a package, is enough for V8 to keep the source of a program with two
 * bytes for each character. Strings are escaped already; what is left stands in comments and regular expressions.
 */
const inAscii = (source) =>
  source.replaceAll(/[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Node reads every map at the start: those of packages would take 50 MB. */
function withoutPackages(map, { decode, encode }) {
  const isOurs = map.sources.map((source) => !source.includes('node_modules'));
  const mappings = decode(map.mappings).map((line) =>
    line.filter(([, source]) => source === undefined || isOurs[source]),
  );
  return { ...map, sources: map.sources.map((source, at) => (isOurs[at] ? source : null)), mappings: encode(mappings) };
}

async function bundle(folder, output) {
  // Loaded here, so that finding nothing to do costs no more than reading what was built.
  const [{ build }, codec] = await Promise.all([import('esbuild'), import('@jridgewell/sourcemap-codec')]);
  const { outputFiles } = await build({
    absWorkingDir: root,
    write: false,
    entryPoints: [join(folder, 'dist/main.js')],
    outdir: output,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    splitting: true,
    sourcemap: true,
    sourcesContent: false,
    banner: { js: BANNER },
    plugins: [leftInPlace(output), ownModules(output)],
    logLevel: 'warning',
  });
  // At once: another run of this checkout may start processes meanwhile.
  const next = `${output}.next`;
  rmSync(next, { recursive: true, force: true });
  mkdirSync(next);
  for (const { path, text } of outputFiles)
    writeFileSync(
      join(next, relative(output, path)),
      path.endsWith('.map') ? JSON.stringify(withoutPackages(JSON.parse(text), codec)) : inAscii(text),
    );
  rmSync(output, { recursive: true, force: true });
  renameSync(next, output);
}

/** The compiler's notes tell the sources that it has seen; the lockfile tells the packages. */
const hash = createHash('sha256').update(readFileSync(import.meta.filename));
hash.update(readFileSync(join(root, 'pnpm-lock.yaml')));
for (const parent of ['apps', 'libs'])
  for (const name of readdirSync(join(root, parent)).toSorted()) {
    const notes = join(root, parent, name, 'dist/.tsbuildinfo');
    if (existsSync(notes)) hash.update(readFileSync(notes));
  }
const wanted = hash.digest('hex');

await Promise.all(
  PROGRAMS.map(async (name) => {
    const folder = join(root, 'apps', name);
    const output = join(folder, 'dist/bundle');
    const stamp = join(output, '.built-for');
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
    await bundle(folder, output);
    writeFileSync(stamp, wanted);
  }),
);
