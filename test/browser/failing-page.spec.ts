import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { findChromium } from '../support/browser.ts';
import config from '../jest.config.js';

const executable = findChromium();

(executable === null ? describe.skip : describe)('a test of a page that fails', () => {
  it('says at once at which address, what the console said, and where a picture of the page is', () => {
    const alone = {
      ...config,
      rootDir: process.cwd(),
      globalSetup: undefined,
      globalTeardown: undefined,
      testMatch: ['<rootDir>/test/browser/failing-page.fixture.ts'],
    };
    const { status, stderr } = spawnSync(
      process.execPath,
      ['node_modules/jest/bin/jest.js', '--config', JSON.stringify(alone), '--runInBand'],
      { encoding: 'utf8' },
    );
    expect(status).toBe(1);
    expect(stderr).toContain('failed at data:text/html,');
    expect(stderr).toContain('console: warning: so empty');
    const path = /picture: (\S.*\.png)/.exec(stderr)![1]!;
    expect(readFileSync(path).subarray(1, 4).toString()).toBe('PNG');
    rmSync(path);
  });
});
