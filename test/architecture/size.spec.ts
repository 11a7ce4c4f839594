import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

describe('the size of packages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'brickmarket-size-'));
  const write = (path: string, text: string): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const measure = (budgets: Record<string, number>) => {
    write('size-budgets.json', JSON.stringify(budgets));
    const { status, stdout, stderr } = spawnSync('node', ['size.mjs'], { cwd: folder, encoding: 'utf8' });
    return { status, stdout, stderr };
  };

  beforeAll(() => {
    copyFileSync('test/architecture/size.mjs', join(folder, 'size.mjs'));
    write(
      'apps/a/src/main.ts',
      '// One.\nconst a = 1; // not alone\n\n/**\n * Two.\n */\nexport const b = "/* text */";\n',
    );
    write('libs/b/src/b.ts', 'export const b = 1;\n');
    for (const path of ['src/b.spec.ts', 'src/b.generated.ts', 'dist/b.d.ts', 'src/testing/b.ts'])
      write(`libs/b/${path}`, 'export const uncounted = 1;\n');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is printed with the share of lines that hold nothing but a comment', () => {
    const { status, stdout } = measure({ 'apps/a': 7, 'libs/b': 1 });
    expect(stdout).toMatch(/apps\/a +7 +57\.1 % +7\n.*libs\/b +1 +0\.0 % +1\n.*all +8 /s);
    expect(status).toBe(0);
  });

  it('fails, by name, what has outgrown its budget or has none', () => {
    const { status, stderr } = measure({ 'apps/a': 6 });
    expect(stderr).toContain('apps/a has 7 lines, its budget is 6\nlibs/b has 1 lines, its budget is missing\n');
    expect(status).toBe(1);
  });
});
