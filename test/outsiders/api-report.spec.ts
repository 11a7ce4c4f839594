import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { breaksOf } from './api-breaks.ts';
import { publicApi, publicPackages, type PublicPackage, undocumented } from './public-api.ts';

const packages = publicPackages();
const api = publicApi(packages);
const isWriting = process.env['WRITE_API_REPORTS'] === '1';

/** The API of the last released version, which the current API must still contain. */
const reportFile = ({ folder }: PublicPackage): string => join(folder, 'api-report.md');

function reportOf({ name, version, entries }: PublicPackage): string {
  const title = `# The public API of ${name} ${version}\n\n\`npm run release:version\` generates this page.\n`;
  const parts = entries.map(({ specifier }) => `\n## ${specifier}\n\n\`\`\`ts\n${api.get(specifier)!}\`\`\`\n`);
  return [title, ...parts].join('');
}

function entriesIn(report: string): ReadonlyMap<string, string> {
  const parts = report.matchAll(/^## (?<specifier>\S+)\n\n```ts\n(?<text>.*?)```$/gms);
  return new Map(Array.from(parts, ({ groups }) => [groups!['specifier']!, groups!['text']!]));
}

const versionIn = (report: string): string => /^# .* (?<version>\S+)\n/.exec(report)!.groups!['version']!;
const majorOf = (version: string): number => Number(version.split('.')[0]);

/** Whether a changeset announces a new major version of a package. */
function isMajorAnnounced(name: string): boolean {
  return readdirSync('.changeset')
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => readFileSync(join('.changeset', file), 'utf8').split(/^---$/m)[1] ?? '')
    .some((front) => (parse(front) as Record<string, string> | null)?.[name] === 'major');
}

function breaksSince(released: string, { folder, entries }: PublicPackage): readonly string[] {
  const specifiers = new Set(entries.map(({ specifier }) => specifier));
  const before = [...entriesIn(released)];
  const compared = before.filter(([specifier]) => specifiers.has(specifier));
  const gone = before.filter(([specifier]) => !specifiers.has(specifier)).map(([specifier]) => `${specifier} is gone`);
  const breaks = breaksOf(
    compared.map(([specifier, text]) => ({ folder, released: text, current: api.get(specifier)! })),
  );
  return [...gone, ...compared.flatMap(([specifier], index) => breaks[index]!.map((each) => `${specifier}: ${each}`))];
}

if (isWriting)
  for (const each of packages) {
    const file = reportFile(each);
    if (!existsSync(file) || versionIn(readFileSync(file, 'utf8')) !== each.version)
      writeFileSync(file, reportOf(each));
  }

describe.each(packages)('the public API of $name', (each) => {
  it('has lost nothing since the last released version, unless a new major version is announced', () => {
    const released = readFileSync(reportFile(each), 'utf8');
    const breaks = breaksSince(released, each);
    const isMajor = majorOf(each.version) > majorOf(versionIn(released)) || isMajorAnnounced(each.name);
    if (breaks.length > 0 && !isMajor)
      throw new Error(
        `Code written for ${each.name} ${versionIn(released)} would break:\n${breaks.join('\n')}\n` +
          'Keep what is missing, or run "npx changeset" and announce a major version.',
      );
  });
});

it('is comparable: no report breaks anything of itself when an export is added', () => {
  const compared = packages.flatMap(({ folder, entries }) =>
    entries
      .map(({ specifier }) => api.get(specifier)!)
      .map((text) => ({ folder, released: text, current: `${text}export type Added = 1;\n` })),
  );
  expect(breaksOf(compared).flat()).toEqual([]);
});

it('has a doc comment on every export', () => {
  expect(undocumented(packages)).toEqual([]);
});
