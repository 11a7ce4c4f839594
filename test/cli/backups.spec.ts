import { spawnSync } from 'node:child_process';
import { gunzipSync, gzipSync } from 'node:zlib';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { insertAccount } from '../support/account-builders.ts';
import { runHere } from '../support/run-here.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { UNDO_LARGE_CHANGES } from '../support/undo-migration.ts';

interface ListedBackup {
  readonly file: string;
  readonly kind: string;
  readonly bytes: number;
  readonly schema: string | null;
  readonly fault: string | null;
}

describe('backups on the command line', () => {
  let database: TestDatabase;
  let home: string;
  let db: Pool;
  const environment = () => ({ DATABASE_URL: database.url, BRICKMARKET_DATA_DIR: join(home, 'data') });
  const run = (...args: string[]) => runHere(['db', ...args], environment());
  const listed = async (): Promise<readonly ListedBackup[]> =>
    (JSON.parse((await run('backups', '--json')).stdout) as { backups: readonly ListedBackup[] }).backups;

  const open = (made: TestDatabase): void => {
    database = made;
    db = new Pool({ connectionString: database.url, max: 2 });
  };

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'brickmarket-backups-'));
  });
  afterEach(async () => {
    await db.end();
    await database.drop();
    await rm(home, { recursive: true });
  });

  it('never overwrite a file', async () => {
    open(await createTestDatabase());
    const file = join(home, 'precious');
    await writeFile(file, 'what was there');
    expect(await run('backup', file)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`${file} exists, and a backup overwrites nothing: choose another name`),
    });
    expect(await readFile(file, 'utf8')).toBe('what was there');
    expect(await readdir(home)).toEqual(['precious']);
  });

  it('without a name are made in the data folder, listed with what they are of, and pruned when asked', async () => {
    open(await createTestDatabase());
    expect(await listed()).toEqual([]);
    for (let n = 0; n < 3; n++) expect(await run('backup')).toMatchObject({ code: 0 });
    const all = await listed();
    expect(all).toHaveLength(3);
    expect(all[0]).toMatchObject({ kind: 'manual', schema: expect.stringMatching(/\d{13}$/), fault: null });
    expect((await stat(join(home, 'data', 'backups'))).mode & 0o077).toBe(0);
    await writeFile(join(home, 'data', 'backups', 'mine.backup'), 'no backup');
    const { stdout } = await run('backup', '--keep', '2', '--json');
    expect((JSON.parse(stdout) as { deleted: string[] }).deleted).toHaveLength(2);
    // What was not made so is never deleted, and what is none is said.
    expect((await listed()).map(({ fault }) => fault)).toContainEqual(expect.stringContaining('is not a backup'));
    expect(await listed()).toHaveLength(3);
  });

  it('that were killed are named by the list, and removed by the next one, but not those of others', async () => {
    open(await createTestDatabase());
    const folder = join(home, 'data', 'backups');
    await mkdir(folder, { recursive: true });
    const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
    const ours = ['brickmarket-1.backup', `own.${hostname()}.1.backup`].map(
      (name) => `${name}.${hostname()}.${dead}.partial`,
    );
    const kept = [
      `brickmarket-2.backup.${hostname()}.${process.ppid}.partial`,
      `brickmarket-3.backup.another-machine.${dead}.partial`,
      `report.${dead}.partial`,
    ];
    const old = `brickmarket-4.backup.another-machine.${dead}.partial`;
    for (const name of [...ours, ...kept, old]) await writeFile(join(folder, name), 'cut');
    await utimes(join(folder, old), new Date(0), new Date(0));
    await utimes(join(folder, kept[2]!), new Date(0), new Date(0));
    expect(await listed()).toContainEqual(
      expect.objectContaining({ file: join(folder, ours[0]!), fault: expect.stringContaining('was killed') }),
    );
    expect(await run('backup')).toMatchObject({ code: 0 });
    expect((await readdir(folder)).filter((name) => name.endsWith('.partial')).sort()).toEqual(kept.toSorted());
  });

  it('are verified by restoring them: one that lacks a row is refused, and its table named', async () => {
    open(await createTestDatabase());
    await insertAccount(db);
    const file = join(home, 'market.backup');
    await run('backup', file);
    expect(await run('verify', file)).toMatchObject({ code: 0, stdout: expect.stringContaining('is whole') });
    const lines = gunzipSync(await readFile(file))
      .toString()
      .split('\n');
    const at = lines.findIndex((line) => line.startsWith('{"table":"access.api_key"'));
    await writeFile(file, gzipSync(lines.toSpliced(at + 1, 1).join('\n')));
    expect(await run('verify', file)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is damaged (access.api_key has 0 of 1 rows)'),
    });
  });

  it('are made before an upgrade when asked, three are kept, and without asking it is said how', async () => {
    open(await createTestDatabase());
    for (let n = 0; n < 5; n++) {
      // A migration is taken back, to be run again.
      await db.query(UNDO_LARGE_CHANGES);
      const flags = n === 4 ? [] : ['--backup'];
      const { code, stdout, stderr } = await run('migrate', '--json', ...flags);
      const { backup } = JSON.parse(stdout) as { backup: string | null };
      expect(code).toBe(0);
      if (n === 4) expect({ backup, stderr }).toMatchObject({ stderr: expect.stringContaining('migrate --backup') });
      else expect(backup).toContain(join(home, 'data', 'backups', 'before-upgrade-'));
    }
    expect((await listed()).map(({ kind }) => kind)).toEqual(['automatic', 'automatic', 'automatic']);
    // Nothing to migrate: nothing to say, and nothing to keep.
    expect(await run('migrate', '--backup', '--json')).toMatchObject({
      code: 0,
      stdout: '{"ran":[],"backup":null,"faults":[]}\n',
      stderr: '',
    });
  });
});
