import { moveClock, NOON } from '../support/move-clock.ts';
import { type CliResult, runCli } from '../support/run-cli.ts';
import { createTestDatabase, createUnmigratedDatabase, type TestDatabase } from '../support/test-database.ts';
import { TestApi } from '../support/test-api.ts';

describe('accounts and keys', () => {
  let database: TestDatabase;
  const brickmarket = (...args: string[]): Promise<CliResult> => runCli(args, { DATABASE_URL: database.url });
  const json = async <T>(...args: string[]): Promise<T> =>
    JSON.parse((await brickmarket(...args, '--json')).stdout) as T;

  beforeAll(async () => {
    database = await createTestDatabase();
    await brickmarket('accounts', 'create', '--email', 'Ann@Example.com', '--plan', 'reseller');
  });
  afterAll(() => database.drop());

  it('names an account by its address in lower case, once', async () => {
    expect(await json('accounts', 'list')).toEqual([
      { id: expect.any(Number), email: 'ann@example.com', plan: 'reseller', created_at: expect.stringMatching(/Z$/) },
    ]);
    expect(await brickmarket('accounts', 'create', '--email', 'ann@example.com', '--plan', 'free')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'brickmarket: there is already an account for ann@example.com\n',
    });
  });

  it('shows a key once, and afterwards only its last four characters', async () => {
    const created = await json<{ id: number; key: string }>(
      'keys',
      'create',
      '--account',
      'ann@example.com',
      '--name',
      'shop',
      '--expires',
      '2999-01-01T00:00:00+02:00',
      '--daily-limit',
      '7',
    );
    expect(created).toEqual({ id: expect.any(Number), key: expect.stringMatching(/^bmk_[0-9a-f]{48}$/) });
    const listed = await brickmarket('keys', 'list', '--account', 'ann@example.com', '--json');
    expect(JSON.parse(listed.stdout)).toEqual([
      expect.objectContaining({
        id: created.id,
        name: 'shop',
        last4: created.key.slice(-4),
        state: 'active',
        daily_limit: 7,
        expires_at: '2998-12-31T22:00:00.000Z',
        revoked_at: null,
      }),
    ]);
    expect(listed.stdout).not.toContain(created.key);
    expect(await brickmarket('keys', 'revoke', String(created.id))).toMatchObject({ code: 0 });
    expect(await json('keys', 'list', '--account', 'ann@example.com')).toMatchObject([{ state: 'revoked' }]);
  });

  it('refuses the sixth active key', async () => {
    await brickmarket('accounts', 'create', '--email', 'five@example.com', '--plan', 'reseller');
    const runs = await Promise.all(
      Array.from({ length: 6 }, () => brickmarket('keys', 'create', '--account', 'five@example.com')),
    );
    expect(runs.map((run) => run.code).toSorted((a, b) => a! - b!)).toEqual([0, 0, 0, 0, 0, 1]);
    expect(runs.find((run) => run.code === 1)!.stderr).toContain('already has 5 active keys');
  });

  it.each([
    ['accounts create --email nobody --plan free', 2, 'not an e-mail address'],
    ['accounts create --email a@example.com --plan gold', 2, 'not a plan'],
    ['accounts create --plan free', 2, '--email'],
    ['accounts set-plan a@example.com reseller', 1, 'no account'],
    ['keys create --account ann@example.com --expires 2020-01-01T00:00:00Z', 2, 'past'],
    ['keys create --account ann@example.com --expires 2999-01-01T00:00:00', 2, 'offset'],
    ['keys create --account ann@example.com --daily-limit 0', 2, 'daily limit'],
    ['keys create --account ann@example.com --daily-limit 1e3', 2, 'whole number'],
    ['keys revoke 4000000000', 1, 'no key'],
    ['keys list --account ann@example.com --nonsense', 2, '--nonsense'],
    ['nonsense', 2, 'unknown command'],
  ])('%s: exit code %i, one clear line, no stack', async (line, code, says) => {
    const run = await brickmarket(...line.split(' '));
    expect(run).toMatchObject({ code, stdout: '' });
    expect(run.stderr).toContain(says);
    expect(run.stderr).not.toMatch(/^\s+at /m);
  });

  it.each([
    '',
    'accounts create',
    'accounts list',
    'accounts set-plan',
    'keys create',
    'keys list',
    'keys revoke',
    'usage',
    'db migrate',
    'db status',
    'start',
  ])('%s --help needs no database', async (line) => {
    const run = await runCli([...line.split(' ').filter(Boolean), '--help'], {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    });
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain('Usage: brickmarket');
  });
});

it('changes the plan and reports the use of a key that the API admits', async () => {
  const api = await TestApi.start();
  await moveClock(api.db, NOON);
  const brickmarket = (...args: string[]): Promise<CliResult> =>
    runCli([...args, '--json'], { DATABASE_URL: api.databaseUrl });
  await brickmarket('accounts', 'create', '--email', 'ann@example.com', '--plan', 'free');
  const { id, key } = JSON.parse((await brickmarket('keys', 'create', '--account', 'ann@example.com')).stdout) as {
    id: number;
    key: string;
  };
  expect((await api.call('/catalog/themes', { key })).status).toBe(403);
  await brickmarket('accounts', 'set-plan', 'ann@example.com', 'reseller');
  expect((await api.call('/catalog/themes', { key })).status).toBe(200);
  const usage = JSON.parse((await brickmarket('usage', '--account', 'ann@example.com')).stdout) as object;
  expect(usage).toMatchObject({
    keys: [{ id, daily_limit: 1000, used_today: 1, used_30_days: 1, days: [{ day: '2026-11-15', used: 1 }] }],
  });
  await brickmarket('keys', 'revoke', String(id));
  expect((await api.call('/catalog/themes', { key })).status).toBe(401);
  await api.stop();
});

it('never migrates a database of your own unasked', async () => {
  const database = await createUnmigratedDatabase();
  const environment = { DATABASE_URL: database.url };
  expect(await runCli(['accounts', 'list'], environment)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('db migrate'),
  });
  expect(JSON.parse((await runCli(['db', 'status', '--json'], environment)).stdout)).toMatchObject({
    embedded: false,
    ran: [],
    pending: expect.arrayContaining([expect.stringContaining('CreateAccess')]),
  });
  expect(await runCli(['db', 'migrate'], environment)).toMatchObject({ code: 0 });
  expect(await runCli(['accounts', 'list', '--json'], environment)).toMatchObject({ code: 0, stdout: '[]\n' });
  await database.drop();
});

it('says that the database cannot be reached, without its password', async () => {
  const run = await runCli(['accounts', 'list'], { DATABASE_URL: 'postgres://ann:hunter2@127.0.0.1:1/none' });
  expect(run).toMatchObject({ code: 1, stdout: '' });
  expect(run.stderr).toMatch(/^brickmarket: the database cannot be reached: .*\n$/);
  expect(run.stderr).not.toContain('hunter2');
});
