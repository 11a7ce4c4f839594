import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const isSource = (file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts');
const isSpec = (file) => file.endsWith('.spec.ts');
const isUnitSpec = (file) => isSpec(file) && !/\.(full|sized|timed)\.spec\.ts$/.test(file);

/** The sources of a library, and the specs among them that reach a file, nearest first. */
export class Library {
  #importers = new Map();

  constructor(root, name) {
    this.name = name;
    const folder = join(root, 'libs', name, 'src');
    const all = readdirSync(folder, { recursive: true }).filter(isSource);
    this.files = all.map((file) => join(folder, file)).toSorted();
    for (const file of this.files)
      for (const imported of importsOf(file))
        this.#importers.set(imported, [...(this.#importers.get(imported) ?? []), file]);
  }

  /** What is not for tests, and more than a list of exports. */
  get changeable() {
    return this.files.filter((file) => !isSpec(file) && !/\/testing\/|\/index\.ts$/.test(file));
  }

  importersOf(file) {
    return (this.#importers.get(file) ?? []).filter((one) => this.changeable.includes(one));
  }

  specsOf(file) {
    const reached = new Set([file]);
    for (const one of reached) for (const importer of this.#importers.get(one) ?? []) reached.add(importer);
    return [...reached].filter(isUnitSpec);
  }
}

function importsOf(file) {
  const [, ...specifiers] = readFileSync(file, 'utf8').split(/\bfrom '|\bimport\('/);
  return specifiers
    .map((rest) => rest.slice(0, rest.indexOf("'")))
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => resolve(dirname(file), specifier))
    .filter((path) => existsSync(path));
}
