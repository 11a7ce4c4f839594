import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { StartedHere, themes } from '../cli/started-here.ts';
import { runCli } from '../support/run-cli.ts';
import { eventually, exitOf } from '../support/eventually.ts';

/** A small disk, which only root can have; null elsewhere. */
function mountSmallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'brickmarket-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=320m,mode=755', 'tmpfs', folder]);
  if (status === 0) return folder;
  rmSync(folder, { recursive: true });
  return null;
}

const disk = process.getuid?.() === 0 ? mountSmallDisk() : null;
if (disk === null)
  process.stderr.write('test/machines/full-disk is SKIPPED: it needs a small disk, mounted by root.\n');

(disk === null ? describe.skip : describe)('the embedded service on a disk that gets full', () => {
  let here: StartedHere;

  beforeAll(async () => {
    chmodSync(disk!, 0o755);
    here = await StartedHere.create(join(disk!, 'data folder'));
  });
  afterAll(async () => {
    await here.killAll();
    spawnSync('umount', ['-l', disk!]);
    rmSync(disk!, { recursive: true, force: true });
    await here.remove();
  });

  const writeUntilItEnds = async (): Promise<void> => {
    const [, , , port] = (await readFile(here.serverFile, 'utf8')).split('\n');
    const password = (await readFile(join(here.dataDir, 'owner-password'), 'utf8')).trim();
    const client = new Client({ connectionString: `postgres://brickmarket:${password}@127.0.0.1:${port}/brickmarket` });
    client.on('error', () => undefined);
    await client.connect();
    // Each statement fills the write-ahead log, and leaves nothing in a table.
    for (;;)
      try {
        await client.query(`SELECT pg_logical_emit_message(false, 'spec', repeat('x', 4000000), true)`);
      } catch {
        await client.end().catch(() => undefined);
        return;
      }
  };

  /** Statuses of requests that write, until told to stop. A process that is being started again has none. */
  const askUntilTold = (url: string, key: string, area: string) => {
    const seen = new Set<number>();
    const told = new AbortController();
    const signIn = () =>
      fetch(new URL('/account/api/sign-in/password', area), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ email: 'starter@example.com', password: 'not the right one' }),
      }).then(({ status }) => status);
    const asking = (async () => {
      while (!told.signal.aborted) {
        for (const ask of [() => themes(url, key), signIn])
          await ask().then(
            (status) => seen.add(status),
            () => undefined,
          );
        await pause(20);
      }
    })();
    return async (): Promise<readonly number[]> => {
      told.abort();
      await asking;
      return [...seen];
    };
  };

  it('says so in its readiness, and comes back by itself when there is space again', async () => {
    const { service, url, key, output } = await here.start();
    expect(await themes(url, key)).toBe(200);
    const { bavail, bsize } = await statfs(disk!);
    const filler = join(disk!, 'filler');
    writeFileSync(filler, Buffer.alloc(bavail * bsize - 1_000_000));
    // A check that a busy machine holds up for a second fails.
    const ready = (address: URL, status: string) =>
      eventually('it is ready', async () => {
        const answer = (await (await fetch(address)).json()) as { status?: string };
        return answer.status === status && answer;
      });
    expect(await ready(new URL('/readyz', url), 'ok')).toMatchObject({
      disk: { problem: expect.stringContaining('almost full') },
    });
    const area = await eventually(
      'the account area is announced',
      () => /Account area: (http:\/\/localhost:\d+)/.exec(output())?.[1],
    );
    expect(await ready(new URL('/readyz', area), 'ready')).toMatchObject({
      disk: { problem: expect.stringContaining('almost full') },
    });
    const other = ['keys', 'create', '--account', 'starter@example.com', '--name', 'other', '--json'];
    const { id } = JSON.parse((await runCli(other, here.environment)).stdout) as { id: number };
    spawnSync('dd', ['if=/dev/zero', 'bs=512', `of=${join(disk!, 'rest')}`]);
    expect(await runCli(['keys', 'revoke', String(id)], here.environment)).toMatchObject({ code: 0, stderr: '' });
    const backup = await runCli(['db', 'backup'], here.environment);
    expect([backup.code, backup.stderr]).toEqual([
      1,
      expect.stringMatching(/a disk is full \(ENOSPC.*\)\. Make room for .*data folder/),
    ]);
    rmSync(join(disk!, 'rest'));
    const statuses = askUntilTold(url, key, area);
    await writeUntilItEnds();
    await eventually('it says why it does not run', () => output().includes('as soon as that is mended'));
    expect(output()).toMatch(/full/);
    rmSync(filler);
    await eventually('it answers again', () =>
      themes(url, key).then(
        (status) => status === 200,
        () => false,
      ),
    );
    const seen = await statuses();
    expect(seen).toEqual(expect.arrayContaining([200, 503]));
    expect(seen.filter((status) => status >= 500)).toEqual([503]);
    service.kill('SIGTERM');
    expect(await exitOf(service)).toEqual([0, null]);
  });
});
