import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

const IMPORT = /\bfrom '(\.[^']+)'/g;

/** Which folders of an app know which others. Files next to the folders put the app together and may know all. */
function arrowsOf(source: string): Arrows {
  const arrows = new Map<string, Set<string>>();
  const folderOf = (file: string): string | null => {
    const parts = relative(source, file).split(sep);
    return parts.length > 1 && parts[0] !== '..' ? parts[0]! : null;
  };
  for (const entry of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    const file = join(source, entry);
    const from = folderOf(file);
    if (from === null || !/\.tsx?$/.test(file) || file.endsWith('.spec.ts')) continue;
    for (const [, imported] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const to = folderOf(join(dirname(file), imported!));
      if (to !== null && to !== from) arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
    }
  }
  return arrows;
}

/** A way through the arrows that comes back to where it began; null when there is none. */
function findCycle(arrows: Arrows): readonly string[] | null {
  const done = new Set<string>();
  const walk = (folder: string, path: readonly string[]): readonly string[] | null => {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder];
    if (done.has(folder)) return null;
    for (const next of arrows.get(folder) ?? []) {
      const cycle = walk(next, [...path, folder]);
      if (cycle !== null) return cycle;
    }
    done.add(folder);
    return null;
  };
  for (const folder of arrows.keys()) {
    const cycle = walk(folder, []);
    if (cycle !== null) return cycle;
  }
  return null;
}

describe('folders of an app', () => {
  it.each(['account', 'api', 'cli', 'mcp'])('know each other in one direction only in apps/%s', (app) => {
    expect(findCycle(arrowsOf(`apps/${app}/src`))).toBeNull();
  });

  it('are found out when they know each other, by whatever way', () => {
    const ring = new Map(
      Object.entries({ a: ['b'], b: ['c'], c: ['a'] }).map(([from, to]) => [from, new Set(to)] as const),
    );
    expect(findCycle(ring)).toEqual(['a', 'b', 'c', 'a']);
    expect(arrowsOf('apps/api/src').get('lifecycle')).toContain('http');
  });
});
