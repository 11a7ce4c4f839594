import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

describe('the line length check', () => {
  const folder = mkdtempSync(join(tmpdir(), 'brickmarket-lines-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const check = (): string => {
    try {
      execFileSync(process.execPath, ['test/architecture/line-length.mjs', folder], { stdio: 'pipe' });
      return '';
    } catch (error) {
      return String((error as { stderr: Buffer }).stderr);
    }
  };

  it('accepts lines of 120 columns, long addresses, generated files and released migrations', () => {
    mkdirSync(join(folder, 'migrations'));
    writeFileSync(join(folder, 'short.ts'), `// ${'x'.repeat(117)}\n// https://example.com/${'x'.repeat(120)}\n`);
    writeFileSync(join(folder, 'contract.generated.ts'), `// ${'x'.repeat(200)}\n`);
    writeFileSync(join(folder, 'migrations', '1-create.ts'), `// ${'x'.repeat(200)}\n`);
    expect(check()).toBe('');
  });

  it('refuses a longer line in code of any kind, and names file, line and length', () => {
    const names = ['a.ts', 'b.tsx', 'c.mjs'];
    for (const name of names) writeFileSync(join(folder, name), `\n// ${'x'.repeat(118)}\n`);
    const faults = names.map((name) => `${join(folder, name)}:2 has 121 columns\n`);
    expect(check()).toBe(`Lines have at most 120 columns:\n${faults.join('')}`);
  });
});
