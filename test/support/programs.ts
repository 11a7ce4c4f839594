import { spawnSync } from 'node:child_process';

/**
 * `it` where a program of another project is installed; elsewhere one that skips, and the reason is printed. Names the
 * Debian package that has it.
 */
export function withProgram(program: string, debianPackage: string, versionFlag = '--version'): jest.It {
  if (spawnSync(program, [versionFlag]).error === undefined) return it;
  const { testPath } = expect.getState();
  process.stderr.write(`SKIPPED, ${testPath}: there is no ${program} here (Debian package ${debianPackage}).\n`);
  return it.skip;
}
