import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_RETAIL_STALE_DAYS } from '@brickmarket/operations/sets';
import { VARIABLES } from '@brickmarket/service-runtime/variables';

const READMES = ['api', 'account', 'cli', 'mcp'].map((app) => join('apps', app, 'README.md'));

interface Documented {
  readonly file: string;
  readonly name: string;
  /** As the table has it; null where it is put in words. */
  readonly value: string | null;
}

/** The rows of tables that begin with variables: | `NAME`, `OTHER` | `value`, `value` | ... */
function documentedIn(file: string): readonly Documented[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, names = '', values = ''] = line.split('|').map((cell) => cell.trim());
      const listed = [...names.matchAll(/`([A-Z][A-Z_]+)`/g)].map((match) => match[1]!);
      if (!line.startsWith('|') || listed.some((name) => !(name in VARIABLES))) return [];
      const each = values
        .split(', ')
        .map((value) => (value === 'none' ? '' : (/^`([^`]*)`$/.exec(value)?.[1] ?? null)));
      return listed.map((name, at) => ({ file, name, value: each.length === listed.length ? each[at]! : null }));
    });
}

/** A value that can be compared, and no sentence about others. */
const isPlain = (fallback: string): boolean => !/[ ,]|[A-Z]{2}/.test(fallback);

describe('what holds without a variable', () => {
  const documented = READMES.flatMap(documentedIn);

  it('is what the tables of the documentation say', () => {
    expect(documented.filter(({ value }) => value !== null).length).toBeGreaterThan(40);
    const other = documented.filter(
      ({ name, value }) => value !== null && isPlain(VARIABLES[name]!.fallback) && value !== VARIABLES[name]!.fallback,
    );
    // The account area gives pages more time than the API gives answers.
    expect(other.filter(({ name }) => name !== 'STATEMENT_TIMEOUT_MS')).toEqual([]);
  });

  it('is documented for every variable', () => {
    const names = new Set(documented.map(({ name }) => name));
    expect(Object.keys(VARIABLES).filter((name) => !names.has(name))).toEqual([]);
  });

  it('is what the compose files give, where they let an operator change it', () => {
    const texts = ['compose.yaml', 'compose.scale.yaml'].map((name) => readFileSync(join('docker', name), 'utf8'));
    const given = texts.flatMap((text) => [...text.matchAll(/\b([A-Z_]+): \$\{\1:-([^}]*)\}/g)]);
    const same = given.flatMap(([, name = '', value = '']) =>
      isPlain(VARIABLES[name]?.fallback ?? 'not ours') ? [[name, value] as const] : [],
    );
    expect(same.length).toBeGreaterThan(5);
    for (const [name, value] of same) expect([name, value]).toEqual([name, VARIABLES[name]!.fallback]);
  });

  it('is the rule of the pages for retail prices', () => {
    expect(VARIABLES['RETAIL_STALE_DAYS']!.fallback).toBe(String(DEFAULT_RETAIL_STALE_DAYS));
  });
});
