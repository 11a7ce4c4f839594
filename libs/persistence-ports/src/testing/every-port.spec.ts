import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ports from '../index.ts';
import * as contracts from './index.ts';

const PORT = /^export abstract class (\w+) \{\n([\s\S]*?)^\}/gm;

function sources(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
}

/** Every abstract class of the package with the names of its methods. */
const declared = sources('libs/persistence-ports/src', '.ts').flatMap((source) =>
  Array.from(source.matchAll(PORT), ([, name, body]) => ({
    name: name!,
    methods: Array.from(body!.matchAll(/^ {2}abstract (\w+)[<(]/gm), ([, method]) => method!),
  })),
);

const suites = Object.entries(contracts).filter(([name]) => /^describe\w+Ports$/.test(name)) as [
  string,
  (open: contracts.OpenStores) => void,
][];

/** The names under which the suites register tests, with the source of what they register. */
function registeredSuites(): ReadonlyMap<string, string> {
  const registered = new Map<string, string>();
  const real = { describe: globalThis.describe, beforeEach: globalThis.beforeEach, it: globalThis.it };
  const record = (name: string, body: () => void): void => {
    registered.set(name, body.toString());
    body();
  };
  const ignore = Object.assign(() => undefined, { each: () => () => undefined });
  Object.assign(globalThis, { describe: record, beforeEach: () => undefined, it: ignore });
  try {
    for (const [, suite] of suites) suite(() => Promise.reject(new Error('is not run')));
  } finally {
    Object.assign(globalThis, real);
  }
  return registered;
}

describe('the ports', () => {
  const registered = registeredSuites();

  it('are found in their sources, and all of them are exported', () => {
    expect(declared.length).toBeGreaterThanOrEqual(27);
    expect(declared.map(({ name }) => name).filter((name) => !(name in ports))).toEqual([]);
  });

  it.each(declared.map(({ name, methods }) => [name, methods] as const))(
    '%s has a contract suite that calls each of its methods',
    (name, methods) => {
      const source = registered.get(name);
      expect(source).toBeDefined();
      expect(methods.filter((method) => !source!.includes(`.${method}(`))).toEqual([]);
    },
  );

  it('are in folders of the same names as their implementations', () => {
    const folders = (source: string): string[] =>
      readdirSync(source, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
    const implemented = folders('libs/persistence-postgres/src');
    const mine = folders('libs/persistence-ports/src').filter((name) => name !== 'testing');
    expect(mine.length).toBeGreaterThan(10);
    expect(mine.filter((name) => !implemented.includes(name))).toEqual([]);
  });

  it('have no contract suite that is not run against PostgreSQL', () => {
    const specs = sources('libs/persistence-postgres/src', '.spec.ts').join('\n');
    expect(suites.map(([name]) => name).filter((name) => !new RegExp(`^ *${name}\\(`, 'm').test(specs))).toEqual([]);
  });
});
