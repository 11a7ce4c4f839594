import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { eventually, exitOf } from '../support/eventually.ts';
import { runCli, spawnCli, untilAlone } from '../support/run-cli.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

describe('a demo market', () => {
  const temporary = mkdtempSync(join(tmpdir(), 'killed-demo-'));
  let database: TestDatabase;
  let db: Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    db = new Client({ connectionString: database.url });
    await db.connect();
  });
  afterAll(async () => {
    await db.end();
    await database.drop();
    rmSync(temporary, { recursive: true });
  });

  it('that was killed while it was loaded leaves no files once it is loaded again', async () => {
    const load = ['demo', 'load', '--sets', '20', '--years', '1', '--seed', 'a'];
    const environment = { DATABASE_URL: database.url, TMPDIR: temporary };
    // It cannot end before it is killed.
    await db.query('BEGIN; LOCK TABLE catalog.lego_set IN EXCLUSIVE MODE');
    const killed = spawnCli(load, environment);
    await eventually('it has a temporary folder', () => readdirSync(temporary).length > 0);
    killed.kill('SIGKILL');
    expect(await exitOf(killed)).toEqual([null, 'SIGKILL']);
    expect(readdirSync(temporary)).toEqual([expect.stringContaining('brickmarket-demo-')]);
    await db.query('ROLLBACK');
    await untilAlone(db);

    expect(await runCli(load, environment)).toMatchObject({ code: 0 });
    expect(readdirSync(temporary)).toEqual([]);
  });
});
