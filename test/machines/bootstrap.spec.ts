import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ANOTHER_USER, isRoot } from '../support/another-user.ts';
import { CheckoutCopy } from '../support/checkout-copy.ts';
import { LAST_PORTS_TAKEN, TAKEN_AT_THE_END } from '../support/last-ports-taken.ts';

interface Where {
  readonly folder?: string;
  readonly uid?: number;
  readonly gid?: number;
  readonly ports?: NodeJS.ProcessEnv;
}

/** A small disk, which only root can have; null elsewhere. */
function smallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'brickmarket-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', folder]);
  if (status === 0) return folder;
  rmSync(folder, { recursive: true });
  return null;
}

function removeDisk(disk: string): void {
  execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true });
}

// Tried while the tests are collected: where there is none, the test is reported as skipped, not as passed.
const tried = smallDisk();
if (tried === null)
  process.stderr.write('The disk that is too small is SKIPPED: root alone can mount one, and on Linux.\n');
else removeDisk(tried);

describe('npm run bootstrap, before anything is installed', () => {
  const copy = new CheckoutCopy();
  afterAll(() => copy.remove());

  /** With nothing in a cache, and a registry that does not answer. */
  const bootstrap = (
    nodeArguments: readonly string[] = [],
    { folder = copy.folder, ports = { PORT: '0' }, ...user }: Where = {},
  ) =>
    spawnSync(process.execPath, [...nodeArguments, 'apps/cli/bootstrap.mjs', '--to-run'], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        HOME: '/dev/null/nowhere',
        TMPDIR: folder,
        npm_config_registry: 'http://127.0.0.1:9/',
        npm_config_fetch_retries: '0',
        ...ports,
      },
      ...user,
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
      pretending(`Object.defineProperty(process, '${name}', { value: ${JSON.stringify(value)} })`),
    );
    expect([status, stderr.trim().split('\n').length]).toEqual([1, 1]);
    expect(stderr).toContain(sentence);
  });

  it('says in a folder that is not to be written to what to do, and tries nothing', () => {
    // Root may write anywhere: there it is another user who tries.
    if (!isRoot) chmodSync(copy.folder, 0o555);
    const { status, stdout, stderr } = bootstrap([], ANOTHER_USER);
    chmodSync(copy.folder, 0o755);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr.trim()).toBe(
      `The folder ${copy.folder}/ cannot be written to, and packages are installed there: ` +
        'copy it to a place of your own.',
    );
  });

  it.each(['PORT', 'ACCOUNT_PORT'])('names a taken %s before it installs anything', async (variable) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const ports = variable === 'PORT' ? { PORT: String(port) } : { PORT: '0', ACCOUNT_PORT: String(port) };
    const { status, stdout, stderr } = bootstrap([], { ports });
    other.close();
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr.trim()).toBe(
      `port ${port} on 127.0.0.1 is in use. Stop what listens there, ` +
        `or choose another: ${variable}=${port + 1} npm start`,
    );
  });

  it.each(TAKEN_AT_THE_END)('advises with %j, which is taken, a port that exists: %s', (ports, advice) => {
    const { status, stderr } = bootstrap(['--import', LAST_PORTS_TAKEN], { ports });
    expect([status, stderr]).toEqual([2, expect.stringContaining(`or choose another: ${advice} npm start`)]);
  });

  it('says that the last port of all leaves none for the account area', () => {
    const { status, stdout, stderr } = bootstrap([], { ports: { PORT: '65535' } });
    expect([status, stdout, stderr.trim()]).toEqual([
      2,
      '',
      'PORT=65535 leaves no port after it for the account area. Set ACCOUNT_PORT too: ACCOUNT_PORT=65534',
    ]);
  });

  (tried === null ? it.skip : it)(
    'says on a disk that is too small how much it needs, and leaves nothing behind',
    () => {
      const disk = smallDisk()!;
      const small = new CheckoutCopy(disk);
      try {
        const { status, stderr } = bootstrap([], { folder: small.folder });
        expect(status).toBe(1);
        expect(stderr).toMatch(/only \d\d? MB are free on the disk of .*, and a first start needs about 1500\./);
        expect(existsSync(join(small.folder, 'node_modules'))).toBe(false);
      } finally {
        removeDisk(disk);
      }
    },
  );
});
