import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { makeTemporaryFolder } from './temporary-folder.ts';

describe('a temporary folder', () => {
  const within = mkdtempSync(join(tmpdir(), 'temporary-folders-'));
  afterAll(() => rmSync(within, { recursive: true }));

  it('does not outlive a killed process for long: the next one of its kind removes it, and no other', async () => {
    const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
    const inUse = await makeTemporaryFolder('demo', { within });
    const kept = [
      `brickmarket-demo-${process.ppid}-abc123`,
      `brickmarket-import-${dead}-abc123`,
      `brickmarket-demo-${dead}-server`,
      'brickmarket-demo-recent',
      'brickmarket-demonstration',
    ];
    const left = [
      `brickmarket-demo-${dead}-abc123`,
      // Of an earlier process with the number of this one.
      `brickmarket-demo-${process.pid}-abc123`,
      // Earlier releases gave no number.
      'brickmarket-demo-lately',
    ];
    for (const name of [...kept, ...left]) mkdirSync(join(within, name));
    utimesSync(join(within, 'brickmarket-demo-lately'), new Date(0), new Date(0));
    const before = new Date(Date.now() - process.uptime() * 1_000 - 60_000);
    utimesSync(join(within, `brickmarket-demo-${process.pid}-abc123`), before, before);
    const next = await makeTemporaryFolder('demo', {
      within,
      isNeeded: async (path) => path.endsWith('-server'),
    });
    const both = [basename(inUse.path), basename(next.path)];
    expect(readdirSync(within).toSorted()).toEqual([...kept, ...both].toSorted());
    await inUse.remove();
    await next.remove();
    expect(readdirSync(within).toSorted()).toEqual(kept.toSorted());
  });
});
