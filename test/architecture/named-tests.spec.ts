import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const DOCUMENTS = ['explanation/security-model.md', 'reference/threats.md'].map((name) => join('apps/docs', name));
const TEST_FILE = /\.(?:spec|contract)\.ts$/;
/** A test file, and after a colon its tests: words of their names, `...` for what is left out, `;` between two. */
const NAMED = /`(?<file>[^`]+\.(?:spec|contract)\.ts)`(?::(?<tests>[^`|]*))?/g;

/** The texts of all test files by name; several folders may have one of the same name. */
function testFiles(): ReadonlyMap<string, string> {
  const sources = ['apps', 'libs'].flatMap((kind) => readdirSync(kind).map((name) => join(kind, name, 'src')));
  const texts = new Map<string, string>();
  for (const folder of ['test', ...sources])
    for (const file of filesBelow(folder)) {
      const text = readFileSync(file, 'utf8').replaceAll("\\'", "'");
      texts.set(basename(file), `${texts.get(basename(file)) ?? ''}\n${text}`);
    }
  return texts;
}

function filesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => TEST_FILE.test(path) && !path.includes('node_modules'))
      .map((path) => join(folder, path));
  } catch {
    // apps/bundle.mjs lies among the apps.
    return [];
  }
}

/** What a cell says of one file that is not there: the file, or words that no test of it has in its name. */
function missing(text: string | undefined, file: string, tests: string): readonly string[] {
  if (text === undefined) return [file];
  const names = tests.replaceAll(/\([^)]*\)/g, '').split(';');
  return names.flatMap((name) => {
    const words = name.split('...').map((part) => part.trim().replace(/\.$/, ''));
    return words.every((part) => text.includes(part)) ? [] : [`${file}: ${name.trim()}`];
  });
}

it('has every test that the security documents name', () => {
  const texts = testFiles();
  const named = DOCUMENTS.flatMap((document) => [...readFileSync(document, 'utf8').matchAll(NAMED)]).map(
    ({ groups }) => groups!,
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.flatMap(({ file, tests = '' }) => missing(texts.get(basename(file!)), basename(file!), tests))).toEqual(
    [],
  );
});
