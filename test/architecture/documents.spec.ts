import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { markdownBelow } from '../support/markdown.ts';

const withoutCode = (markdown: string): string =>
  markdown.replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`\n]*`/g, 'x');

/** Fragments of a document: headings as hosts name them, and anchors written as HTML. */
function fragmentsOf(markdown: string): ReadonlySet<string> {
  const headings = [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  );
  return new Set([...headings, ...[...markdown.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, name]) => name!)]);
}

const documents = ['README.md', ...['apps', 'docker', 'libs', 'test', '.changeset', '.github'].flatMap(markdownBelow)];

it('lead to files and headings that exist, by every relative link', () => {
  const broken = documents.flatMap((document) =>
    [...withoutCode(readFileSync(document, 'utf8')).matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
      ([link, path = '', fragment]) => {
        const target = path === '' ? document : normalize(join(dirname(document), path));
        const isThere = existsSync(target);
        const isWhole = isThere && (fragment === undefined || fragmentsOf(readFileSync(target, 'utf8')).has(fragment));
        return isWhole ? [] : [`${document}: ${link}`];
      },
    ),
  );
  expect(documents.length).toBeGreaterThan(30);
  expect(broken).toEqual([]);
});

describe('decision records', () => {
  const folder = 'apps/docs/adr';
  const records = readdirSync(folder).toSorted();
  const sections = ['Context', 'Decision', 'Consequences', 'Alternatives', 'Tests'];

  it('have a number of their own and are in the index', () => {
    const index = readFileSync('apps/docs/README.md', 'utf8');
    expect(new Set(records.map((name) => name.slice(0, 4))).size).toBe(records.length);
    expect(records.filter((name) => !index.includes(`(adr/${name})`))).toEqual([]);
  });

  it.each(records)('%s has status, date and sections, 280 words at most, and names tests that exist', (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    expect(text).toMatch(/^# \d{4}\. .+\n\n- Status: (?:accepted|superseded by .+)\n- Date: \d{4}-\d\d-\d\d\n/);
    expect([...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual(sections);
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(280);
    const paths = [...text.matchAll(/`((?:apps|libs|test)\/[\w./-]+)`/g)].map(([, path]) => path!);
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });
});

describe.each(['api', 'account', 'cli'])('the changelog of apps/%s', (app) => {
  const text = readFileSync(`apps/${app}/CHANGELOG.md`, 'utf8');

  it('is dated, newest first, in groups that Keep a Changelog knows', () => {
    const [unreleased, ...days] = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading!);
    expect(unreleased).toBe('[Unreleased]');
    expect(days.filter((day) => !/^\d{4}-\d\d-\d\d$/.test(day))).toEqual([]);
    expect(days).toEqual(days.toSorted().toReversed());
    const groups = [...text.matchAll(/^### (.*)$/gm)].map(([, group]) => group!);
    expect(groups.filter((group) => !/^(?:Added|Changed|Deprecated|Removed|Fixed|Security)$/.test(group))).toEqual([]);
  });

  it('has entries of one line and 25 words at most', () => {
    const entries = text
      .slice(text.indexOf('\n## '))
      .split('\n')
      .filter((line) => !/^(?:#.*|Version 1\.)?$/.test(line));
    expect(entries.filter((entry) => !entry.startsWith('- ') || entry.split(' ').length > 26)).toEqual([]);
  });
});
