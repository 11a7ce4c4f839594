import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_RETAIL_STALE_DAYS } from '@brickmarket/operations/sets';
import { fallbackOf, VARIABLES } from '@brickmarket/service-runtime/variables';

/** A value that can be compared, and no sentence about others. */
const isPlain = (fallback: string): boolean => !/[ ,]|[A-Z]{2}/.test(fallback);

describe('what holds without a variable', () => {
  it('is what the compose files give, where they let an operator change it', () => {
    const texts = ['compose.yaml', 'compose.scale.yaml'].map((name) => readFileSync(join('docker', name), 'utf8'));
    const given = texts.flatMap((text) => [...text.matchAll(/\b([A-Z_]+): \$\{\1:-([^}]*)\}/g)]);
    const same = given.flatMap(([, name = '', value = '']) =>
      isPlain(name in VARIABLES ? fallbackOf(name) : 'not ours') ? [[name, value] as const] : [],
    );
    expect(same.length).toBeGreaterThan(5);
    for (const [name, value] of same) expect([name, value]).toEqual([name, fallbackOf(name)]);
  });

  it('is the rule of the pages for retail prices', () => {
    expect(fallbackOf('RETAIL_STALE_DAYS')).toBe(String(DEFAULT_RETAIL_STALE_DAYS));
  });
});
