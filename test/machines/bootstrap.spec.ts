import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CheckoutCopy } from '../support/checkout-copy.ts';

describe('npm run bootstrap, before anything is installed', () => {
  const copy = new CheckoutCopy();
  afterAll(() => copy.remove());

  /** With nothing in a cache, and a registry that does not answer. */
  const bootstrap = (...nodeArguments: string[]) =>
    spawnSync(process.execPath, [...nodeArguments, 'apps/cli/bootstrap.mjs', '--to-run'], {
      cwd: copy.folder,
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        HOME: '/dev/null/nowhere',
        TMPDIR: copy.folder,
        npm_config_registry: 'http://127.0.0.1:9/',
        npm_config_fetch_retries: '0',
      },
    });

  it('says without a network what it needs, and leaves no half of an installation behind', () => {
    const { status, stderr } = bootstrap();
    expect(status).toBe(1);
    expect(stderr).toContain('The first time this needs the npm registry: check the network');
    expect(existsSync(join(copy.folder, 'node_modules'))).toBe(false);
    expect(readdirSync(join(copy.folder, 'apps', 'cli'))).not.toContain('node_modules');
  });

  /** Loaded before the script: as if this were another machine. */
  const pretending = (code: string): string[] => ['--import', `data:text/javascript,${encodeURIComponent(code)}`];

  it.each([
    ['Windows', 'platform', 'win32', 'install WSL (wsl --install)'],
    ['an old Node', 'versions', { node: '18.20.1' }, 'Brickmarket needs Node 20.19 or newer'],
  ])('says on %s in one sentence what to do', (_, name, value, sentence) => {
    const { status, stderr } = bootstrap(
      ...pretending(`Object.defineProperty(process, '${name}', { value: ${JSON.stringify(value)} })`),
    );
    expect([status, stderr.trim().split('\n').length]).toEqual([1, 1]);
    expect(stderr).toContain(sentence);
  });
});
