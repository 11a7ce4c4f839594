import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { postgresPackageFor, thisMachine } from './platform.ts';

const { optionalDependencies } = JSON.parse(readFileSync('libs/local-postgres/package.json', 'utf8')) as {
  optionalDependencies: object;
};

describe('the PostgreSQL for a machine', () => {
  it('is one of the packages that are installed where they fit', () => {
    const machines = ['linux', 'darwin'].flatMap((platform) =>
      ['x64', 'arm64'].map((arch) => ({ platform, arch, isMusl: false })),
    );
    expect(machines.map(postgresPackageFor).toSorted()).toEqual(Object.keys(optionalDependencies).toSorted());
  });

  it.each([
    [{ platform: 'linux', arch: 'x64', isMusl: true }, /for linux-x64 with musl \(Alpine\): set DATABASE_URL/],
    [{ platform: 'linux', arch: 'riscv64', isMusl: false }, /for linux-riscv64: set DATABASE_URL/],
    [{ platform: 'freebsd', arch: 'x64', isMusl: false }, /for freebsd-x64: set DATABASE_URL/],
    [{ platform: 'win32', arch: 'x64', isMusl: false }, /for Windows: run it in WSL .* or set DATABASE_URL/],
  ])('does not exist for %j, which is said in one sentence with what to do', (machine, sentence) => {
    expect(() => postgresPackageFor(machine)).toThrow(sentence);
  });

  it('is looked for by what this machine is', () => {
    expect(thisMachine()).toEqual({
      platform: process.platform,
      arch: process.arch,
      isMusl:
        process.platform === 'linux' &&
        /musl/i.test(spawnSync('ldd', ['--version'], { encoding: 'utf8' }).output.join()),
    });
  });
});
