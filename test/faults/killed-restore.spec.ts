import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUpDatabase, migrate, schemaStatus } from '@brickmarket/persistence-postgres';
import { Pool } from 'pg';
import { insertAccount } from '../support/account-builders.ts';
import { ApiProcess } from '../support/api-process.ts';
import { eventually, exitOf } from '../support/eventually.ts';
import { runCli } from '../support/run-cli.ts';
import { runHere } from '../support/run-here.ts';
import { createTestDatabase, createUnmigratedDatabase, type TestDatabase } from '../support/test-database.ts';

const UNFINISHED = 'a restore that began at ';
const ADVICE = 'has not finished. Run "brickmarket db restore FILE" again, or use a new database';

describe('a restore that was killed', () => {
  let [original, half]: TestDatabase[] = [];
  let folder: string;
  let file: string;
  const here = () => ({ DATABASE_URL: half!.url, BRICKMARKET_DATA_DIR: folder, PORT: '0' });
  const refusal = { code: 1, stderr: expect.stringMatching(`${UNFINISHED}.* ${ADVICE}\n$`) };

  beforeAll(async () => {
    [original, half] = await Promise.all([createTestDatabase(), createUnmigratedDatabase()]);
    folder = await mkdtemp(join(tmpdir(), 'brickmarket-killed-'));
    file = join(folder, 'market.backup');
    const db = new Pool({ connectionString: original.url });
    await insertAccount(db);
    await db.end();
    await backUpDatabase(original.url, file);
    const env = { PATH: process.env['PATH'], ...here() };
    const restore = spawn(process.execPath, ['apps/cli/dist/bundle/main.js', 'db', 'restore', '-'], {
      env,
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    // The rest of the backup never comes.
    const part = createReadStream(file, { end: (await stat(file)).size - 100 });
    part.pipe(restore.stdin, { end: false });
    await eventually('the schema is that of the backup', async () => (await schemaStatus(half!.url)).ran.length > 0);
    restore.kill('SIGKILL');
    await exitOf(restore);
    part.destroy();
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await Promise.all([original!.drop(), half!.drop()]);
  });

  it('is named by "db status" and "doctor"', async () => {
    const { stdout } = await runHere(['db', 'status'], here());
    expect(stdout).toMatch(/\nrestore {5}began at .* and has not finished/);
    expect(JSON.parse((await runHere(['db', 'status', '--json'], here())).stdout)).toMatchObject({
      restore_begun_at: expect.stringMatching(/Z$/),
    });
    expect(await runHere(['doctor'], here())).toMatchObject({
      stdout: expect.stringMatching(/a restore that began .* has not finished/),
    });
  });

  it.each(['start', 'work'])('keeps "%s" from filling the database', async (command) => {
    expect(await runCli([command], here())).toMatchObject(refusal);
  });

  it.each([
    ['db', 'migrate'],
    ['db', 'backup'],
    ['accounts', 'create', '--email', 'a@example.com', '--plan', 'free'],
  ])('is told by "%s %s"', async (...command) => {
    expect(await runHere(command, here())).toMatchObject(refusal);
  });

  it.each([
    ['api', 'true'],
    ['api', 'false'],
    ['account', 'false'],
  ])('ends the process of apps/%s at its start with MIGRATE_ON_START=%s', async (app, MIGRATE_ON_START) => {
    const started = ApiProcess.start(
      half!.url,
      { ACCOUNT_PORT: '0', MIGRATE_ON_START },
      `apps/${app}/dist/bundle/main.js`,
    );
    await expect(started).rejects.toThrow(new RegExp(`brickmarket-${app} could not start: ${UNFINISHED}.* ${ADVICE}`));
  });

  it('keeps the API from bringing up the schema', async () => {
    await expect(migrate(half!.url)).rejects.toThrow(UNFINISHED);
  });

  it('can be repeated, and nothing is left of the mark', async () => {
    expect(await runHere(['db', 'restore', file], here())).toMatchObject({ code: 0 });
    expect((await runHere(['db', 'status'], here())).stdout).not.toContain('restore');
    expect(await runHere(['db', 'migrate'], here())).toMatchObject({ code: 0 });
  });
});
