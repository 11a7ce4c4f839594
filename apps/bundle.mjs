// Puts each compiled program into few files, with the packages that it loads at its start: most of the time of a start
// went into finding and opening up to two thousand files. Does nothing when that has not changed since the last time.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');
const PROGRAMS = ['api', 'account', 'cli', 'mcp'];
const PACKAGES = 'packages';

/** Find files of their own beside themselves, or are loaded later. */
const NOT_MOVABLE = ['pino', '@node-rs/argon2', 'typeorm'];

const isPackage = (id) => /^[@a-z]/i.test(id) && !isBuiltin(id);

/** What our code loads when it is needed, and not at the start, stays where it is, and so does what cannot be moved. */
const leftInPlace = (output) => ({
  name: 'left-in-place',
  async resolveId(id, importer, { kind }) {
    const isLater = kind === 'dynamic-import' && !importer.includes('node_modules') && !id.startsWith('@brickmarket/');
    if (!isPackage(id) || !(isLater || NOT_MOVABLE.includes(id))) return null;
    // By its place: it may be a package of a library that the service knows nothing of.
    return { id: relative(output, (await this.resolve(id, importer)).id), external: true };
  },
});

/**
 * A line of a bundle is traced to the line of TypeScript, not to what that was compiled to. What a module finds by its
 * own address it still finds beside the compiled file.
 */
const ownModules = (output) => ({
  name: 'own-modules',
  load: {
    filter: { id: { include: /\/dist\/.*\.js$/, exclude: /node_modules/ } },
    handler: (id) => ({
      code: readFileSync(id, 'utf8').replaceAll(
        'import.meta.url',
        `new URL(${JSON.stringify(relative(output, id))}, import.meta.url).href`,
      ),
      map: JSON.parse(readFileSync(`${id}.map`, 'utf8')),
    }),
  },
});

async function bundle(folder, output) {
  // Loaded here, so that finding nothing to do costs no more than reading what was built.
  const { rolldown } = await import('rolldown');
  const built = await rolldown({
    input: join(folder, 'dist/main.js'),
    platform: 'node',
    plugins: [leftInPlace(output), ownModules(output)],
    onLog: (level, log, report) => (log.code === 'UNRESOLVED_IMPORT' ? undefined : report(level, log)),
  });
  rmSync(output, { recursive: true, force: true });
  const written = await built.write({
    dir: output,
    // Names of classes are the names of schemas, of entities and of errors.
    keepNames: true,
    sourcemap: true,
    sourcemapExcludeSources: true,
    codeSplitting: { groups: [{ name: PACKAGES, test: /node_modules/ }] },
  });
  // Node reads every map at the start: that of the packages would take 50 MB of memory, and nobody needs it.
  for (const { fileName, name, code, sourcemapFileName } of written.output) {
    if (name !== PACKAGES) continue;
    writeFileSync(join(output, fileName), code.replace(/^\/\/# sourceMappingURL=.*$/m, ''));
    rmSync(join(output, sourcemapFileName));
  }
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
