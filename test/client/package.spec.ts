import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { insertSet } from '../support/catalog-builders.ts';
import { moveClock, NOON } from '../support/move-clock.ts';
import { TestApi } from '../support/test-api.ts';

const { packageManager } = JSON.parse(readFileSync('package.json', 'utf8')) as { packageManager: string };

describe('the package @brickmarket/client', () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  const installed = join(folder, 'node_modules', '@brickmarket', 'client');

  beforeAll(() => {
    execFileSync('node_modules/.bin/tsc', ['-b', 'libs/client']);
    execFileSync('npx', ['--yes', '--prefer-offline', packageManager, 'pack', '--pack-destination', folder], {
      cwd: 'libs/client',
      stdio: 'pipe',
    });
    mkdirSync(installed, { recursive: true });
    execFileSync('tar', [
      'xzf',
      join(
        folder,
        readdirSync(folder).find((name) => name.endsWith('.tgz'))!,
      ),
      '--strip-components=1',
      '-C',
      installed,
    ]);
    // What an installation would fetch: its one dependency, and that one's own beside it.
    symlinkSync(realpathSync('libs/client/node_modules/openapi-fetch'), join(folder, 'node_modules', 'openapi-fetch'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('has types that are those of the API', () => {
    const checked = spawnSync(process.execPath, ['libs/client/generate-contract.mjs', '--check'], { encoding: 'utf8' });
    expect([checked.status, checked.stderr]).toEqual([0, '']);
  });

  it('holds its build and its README, and needs nothing but the fetch layer', () => {
    const files = readdirSync(installed, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(installed, join(entry.parentPath, entry.name)));
    expect(files.filter((file) => !/^dist\/[\w.-]+\.(js|d\.ts)$/.test(file)).toSorted()).toEqual([
      'README.md',
      'package.json',
    ]);
    expect(files).toEqual(expect.arrayContaining(['dist/index.js', 'dist/index.d.ts', 'dist/contract.generated.d.ts']));
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
      dependencies: object;
      exports: object;
    };
    expect(manifest.dependencies).toEqual({ 'openapi-fetch': expect.stringMatching(/^\d/) });
    expect(JSON.stringify(manifest.exports)).not.toContain('src');
  });

  it('runs the example of its README as printed', async () => {
    const api = await TestApi.start();
    await moveClock(api.db, NOON);
    const { key } = await api.account({ dailyLimit: 1_000 });
    await insertSet(api.db, { set_number: '100-1', title: 'Castle' });
    await api.app.listen(0, '127.0.0.1');
    const { port } = api.app.getHttpServer().address() as AddressInfo;
    const example = /```js\n(.*?)```/s.exec(readFileSync('libs/client/README.md', 'utf8'))![1]!;
    writeFileSync(join(folder, 'example.mjs'), example);
    const { stdout } = await promisify(execFile)(process.execPath, ['example.mjs'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], BRICKMARKET_URL: `http://127.0.0.1:${port}/api/v1`, BRICKMARKET_KEY: key },
    });
    expect(stdout).toBe('1 themes\n100-1 Castle null\nnot found: no set has this number\n996 of 1000 requests left\n');
    await api.stop();
  });
});
