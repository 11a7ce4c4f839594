import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const DIST = 'apps/account-web/dist';
const html = readFileSync(join(DIST, 'index.html'), 'utf8');
const compressed = (name: string): number => gzipSync(readFileSync(join(DIST, 'assets', name)), { level: 6 }).length;

/** Every page or group of pages that is loaded automatically: `front` is what is seen before signing in. */
const PAGES = [
  ...['front', 'overview', 'portfolio', 'sales', 'import', 'set', 'market', 'resale'],
  ...['alerts', 'account', 'extension'],
];

/** The scripts that a script imports before it runs, itself included. */
function loadedWith(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  const source = readFileSync(join(DIST, 'assets', name), 'utf8');
  for (const [, imported] of source.matchAll(/(?:from|import)\s*["']\/account\/assets\/([\w.-]+\.js)["']/g))
    loadedWith(imported!, seen);
  return seen;
}

describe('the page of the account area, as it is built', () => {
  const scripts = readdirSync(join(DIST, 'assets')).filter((name) => name.endsWith('.js'));
  const [, entry = ''] = /<script type="module"[^>]* src="\/account\/assets\/([\w.-]+\.js)"/.exec(html) ?? [];
  const sum = (names: Iterable<string>): number => [...names].reduce((total, name) => total + compressed(name), 0);

  it('needs at most 40 kB of compressed JavaScript for the first view: the entry and the page that is seen', () => {
    const views = scripts.filter((name) => PAGES.includes(name.replace(/-[\w-]{8}\.js$/, '')));
    expect(views).toHaveLength(PAGES.length);
    // The entry imports others: if none was found, this would measure too little.
    expect(loadedWith(entry).size).toBeGreaterThan(1);
    for (const view of views)
      expect(sum(new Set([...loadedWith(entry), ...loadedWith(view)]))).toBeLessThanOrEqual(40_000);
  });

  it('has at most 111 kB of compressed JavaScript in all', () => {
    expect(scripts.length).toBeGreaterThan(4);
    expect(sum(scripts)).toBeLessThanOrEqual(111_000);
  });

  it('has nothing inline and names nothing outside, as its policy demands', () => {
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
    for (const [, address] of html.matchAll(/(?:src|href)="([^"]+)"/g)) expect(address).toMatch(/^\/account\//);
    for (const name of readdirSync(join(DIST, 'assets')))
      expect(readFileSync(join(DIST, 'assets', name), 'utf8')).not.toMatch(/url\(["']?(?:https?:)?\/\/|@import/);
  });
});
