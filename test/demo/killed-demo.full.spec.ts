import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, exitOf } from '../support/eventually.ts';
import { runCli, spawnCli } from '../support/run-cli.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

describe('a demo market', () => {
  const temporary = mkdtempSync(join(tmpdir(), 'killed-demo-'));
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(async () => {
    await database.drop();
    rmSync(temporary, { recursive: true });
  });

  it('that was killed while it was loaded leaves no files once it is loaded again', async () => {
    const load = ['demo', 'load', '--sets', '20', '--years', '1', '--seed', 'a'];
    const environment = { DATABASE_URL: database.url, TMPDIR: temporary };
    const killed = spawnCli(load, environment);
    await eventually('it has a temporary folder', () => readdirSync(temporary).length > 0);
    killed.kill('SIGKILL');
    expect(await exitOf(killed)).toEqual([null, 'SIGKILL']);
    expect(readdirSync(temporary)).toEqual([expect.stringContaining('brickmarket-demo-')]);

    expect(await runCli(load, environment)).toMatchObject({ code: 0 });
    expect(readdirSync(temporary)).toEqual([]);
  });
});
