import { readFile } from 'node:fs/promises';
import { RETAILERS } from '@brickmarket/domain';
import { createProgram } from '../../apps/cli/src/program.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { moveClock, NOON } from '../support/move-clock.ts';
import { type CliResult, runCli } from '../support/run-cli.ts';
import { runHere } from '../support/run-here.ts';
import { createTestDatabase, createUnmigratedDatabase, type TestDatabase } from '../support/test-database.ts';
import { defaultBrickfolio, insertHolding, insertSale } from '../support/portfolio-builders.ts';
import { Terminal } from '../support/terminal.ts';
import { TestApi } from '../support/test-api.ts';
import { onLinux } from '../support/on-linux.ts';

describe('accounts and keys', () => {
  let database: TestDatabase;
  const environment = (): NodeJS.ProcessEnv => ({ DATABASE_URL: database.url });
  const brickmarket = (...args: string[]): Promise<CliResult> => runHere(args, environment());
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

  it('names the plans when an account is created without one', async () => {
    expect(await brickmarket('accounts', 'create', '--email', 'bob@example.com')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("required option '--plan <free|collector|reseller>' not specified"),
    });
  });

  it.each([
    ['accounts', 'set-plan', 'no@example.com', 'free'],
    ['accounts', 'delete', 'no@example.com'],
    ['accounts', 'sessions', 'no@example.com'],
    ['accounts', 'sign-in-link', 'no@example.com'],
    ['keys', 'create', '--account', 'no@example.com'],
    ['usage', '--account', 'no@example.com'],
    ['export', 'brickfolio', '--account', 'no@example.com'],
    ['rules', 'list', '--account', 'no@example.com'],
    ['webhooks', 'list', '--account', 'no@example.com'],
  ])('says for an unknown account how to make one: %s %s', async (...args) => {
    const words = 'account no@example.com not found: "accounts create" creates one, "accounts list" lists all';
    expect(await brickmarket(...args)).toEqual({ code: 1, stdout: '', stderr: `brickmarket: ${words}\n` });
  });

  it('shows a default once in the help of every command', async () => {
    const options = withSubcommands(await createProgram()).flatMap((command) => {
      const help = command.createHelp();
      return help.visibleOptions(command).map((one) => `${command.name()} ${help.optionDescription(one)}`);
    });
    expect(options.length).toBeGreaterThan(100);
    expect(options.filter((option) => option.split('(default').length > 2)).toEqual([]);
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

  it('tells its version', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    expect(await brickmarket('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('refuses the sixth active key', async () => {
    await brickmarket('accounts', 'create', '--email', 'five@example.com', '--plan', 'reseller');
    const create = () => brickmarket('keys', 'create', '--account', 'five@example.com');
    // Of several at the same moment as well: that is in the contract of the store.
    for (let keys = 0; keys < 5; keys++) expect(await create()).toMatchObject({ code: 0 });
    expect(await create()).toMatchObject({ code: 1, stderr: expect.stringContaining('already has 5 active keys') });
  });

  it.each([
    ['accounts create --email nobody --plan free', 2, 'not an e-mail address'],
    ['accounts create --email a@example.com --plan gold', 2, 'not a plan'],
    ['accounts create --plan free', 2, '--email'],
    ['accounts set-plan a@example.com reseller', 1, 'account a@example.com not found'],
    ['keys create --account ann@example.com --expires 2020-01-01T00:00:00Z', 2, 'past'],
    ['keys create --account ann@example.com --expires 2999-01-01T00:00:00', 2, 'offset'],
    ['keys create --account ann@example.com --daily-limit 0', 2, 'daily limit'],
    ['keys create --account ann@example.com --daily-limit 1e3', 2, 'whole number'],
    ['keys revoke 2147483647', 1, 'key 2147483647 not found'],
    ...[
      'keys revoke 2147483648',
      'keys set-limit 4000000000 5',
      'rules remove 4000000000 --account ann@example.com',
      'rules add --account ann@example.com --type price.dropped --brickfolio 4000000000',
      'rules add --account ann@example.com --type price.dropped --endpoint 4000000000',
      'webhooks test 4000000000 --account ann@example.com',
      'webhooks remove 4000000000 --account ann@example.com',
      'accounts sessions ann@example.com --end 4000000000',
    ].map((line): [string, number, string] => [line, 2, 'the number of a record, from 1 to 2147483647']),
    ['keys set-limit 1 0', 2, 'daily limit'],
    ['keys set-limit 1', 2, 'count'],
    ['keys set-limit 1 5 --account ann@example.com', 2, 'keys set-limit ID COUNT'],
    ['keys set-limit 5 --account nobody@example.com', 1, 'account nobody@example.com not found'],
    ['keys set-limit 0 --account ann@example.com', 2, 'daily limit'],
    ['accounts delete nobody@example.com --yes nobody@example.com', 1, 'account nobody@example.com not found'],
    ['accounts delete ann@example.com', 2, '--yes ann@example.com'],
    ['accounts delete ann@example.com --yes bob@example.com', 1, 'nothing was deleted'],
    ['keys list --account ann@example.com --nonsense', 2, '--nonsense'],
    ['nonsense', 2, 'unknown command'],
  ])('%s: exit code %i, one clear line, no stack', async (line, code, says) => {
    const run = await brickmarket(...line.split(' '));
    expect(run).toMatchObject({ code, stdout: '' });
    expect(run.stderr).toContain(says);
    expect(run.stderr).not.toMatch(/^\s+at /m);
  });

  it('is a process that prints what its command says, and ends with its exit code', async () => {
    expect(await runCli(['accounts', 'list', '--json'], environment())).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"ann@example.com"'),
      stderr: '',
    });
    expect(await runCli(['keys', 'revoke', '2000000000'], environment())).toMatchObject({
      code: 1,
      stderr: 'brickmarket: key 2000000000 not found\n',
    });
    expect(await runCli(['nonsense'], environment())).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("unknown command 'nonsense'"),
    });
  });
});

describe('help', () => {
  it.each(['--help', 'accounts create --help'])('%s needs no database', async (line) => {
    const run = await runHere(line.split(' '), { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain('Usage: brickmarket');
  });

  it('of retail prices names the retailers that a file may have, and how to call them otherwise', async () => {
    const { stdout } = await runHere(['import', 'retail-prices', '--help'], {});
    for (const name of [...RETAILERS, 'RETAILER_A_NAME', 'RETAILER_B_NAME']) expect(stdout).toContain(name);
  });

  it('says of every command how it is used and what it does', async () => {
    const commands = withSubcommands(await createProgram());
    expect(commands.length).toBeGreaterThan(40);
    for (const command of commands) {
      expect(command.helpInformation()).toContain('Usage: brickmarket');
      expect([command.name(), command.description()]).toEqual([command.name(), expect.stringMatching(/\w/)]);
    }
  });
});

it('has each command under the name by which it is loaded', async () => {
  const names = (await createProgram()).commands.map((command) => command.name());
  for (const name of names)
    expect((await createProgram(name)).commands.map((command) => command.name())).toEqual([name]);
});

type Command = Awaited<ReturnType<typeof createProgram>>;

function withSubcommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap((one) => withSubcommands(one))];
}

it('changes the plan and reports the use of a key that the API admits', async () => {
  const api = await TestApi.start();
  await moveClock(api.db, NOON);
  const brickmarket = (...args: string[]): Promise<CliResult> =>
    runHere([...args, '--json'], { DATABASE_URL: api.databaseUrl });
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
    keys: [
      {
        id,
        daily_limit: 1000,
        used_today: 1,
        carried_today: 0,
        used_30_days: 1,
        days: [{ day: '2026-11-15', used: 1 }],
      },
    ],
  });
  await brickmarket('keys', 'revoke', String(id));
  expect((await api.call('/catalog/themes', { key })).status).toBe(401);
  await api.stop();
});

it('changes the limit of a key at once, and tells the day of its last use', async () => {
  const api = await TestApi.start();
  await moveClock(api.db, NOON);
  const brickmarket = async (...args: string[]): Promise<unknown> =>
    JSON.parse((await runHere([...args, '--json'], { DATABASE_URL: api.databaseUrl })).stdout);
  const account = await api.account({ dailyLimit: 1 });
  const unused = await api.key(account.accountId);
  const [{ email }] = (await brickmarket('accounts', 'list')) as [{ email: string }];
  const statuses = async (): Promise<number> => (await api.call('/catalog/themes', { key: account.key })).status;
  expect([await statuses(), await statuses()]).toEqual([200, 429]);
  expect(await brickmarket('keys', 'set-limit', String(account.keyId), '2')).toEqual({
    id: account.keyId,
    daily_limit: 2,
  });
  expect([await statuses(), await statuses()]).toEqual([200, 429]);
  await moveClock(api.db, '2026-11-17T12:00:00Z');
  expect(await brickmarket('keys', 'list', '--account', email)).toMatchObject([
    { id: account.keyId, daily_limit: 2, last_used_on: '2026-11-15' },
    { id: unused.keyId, last_used_on: null },
  ]);
  expect(await brickmarket('keys', 'set-limit', '--account', email, '1')).toEqual({
    account: email,
    daily_limit: 1,
    keys: [account.keyId, unused.keyId],
  });
  expect([await statuses(), await statuses()]).toEqual([200, 429]);
  await brickmarket('keys', 'create', '--account', email);
  expect(await brickmarket('keys', 'list', '--account', email)).toMatchObject([
    { daily_limit: 1 },
    { daily_limit: 1 },
    { daily_limit: 1 },
  ]);
  await api.stop();
});

describe('accounts delete', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start();
    await moveClock(api.db, NOON);
    await insertSet(api.db, { set_number: '100-1' });
  });
  afterAll(() => api.stop());

  interface Owner {
    readonly email: string;
    readonly accountId: number;
    readonly key: string;
  }

  async function owner(): Promise<Owner> {
    const { accountId, key } = await api.account();
    await api.key(accountId);
    const folio = await defaultBrickfolio(api.db, accountId);
    for (const quantity of [1, 2, 3]) await insertHolding(api.db, folio, '100-1', { quantity });
    for (let count = 0; count < 2; count++) await insertSale(api.db, accountId, '100-1');
    expect((await api.call('/brickfolio', { key })).status).toBe(200);
    const { rows } = await api.db.query<{ email: string }>('SELECT email FROM access.account WHERE id = $1', [
      accountId,
    ]);
    return { accountId, key, email: rows[0]!.email };
  }

  const DELETED = { keys: 2, usage_days: 1, brickfolios: 1, holdings: 3, sales: 2 };
  const deletion = (email: string, ...args: string[]): Promise<CliResult> =>
    runHere(['accounts', 'delete', email, ...args], { DATABASE_URL: api.databaseUrl });

  it('deletes all that belongs to the account and nothing else, counts it, and ends its keys at once', async () => {
    const [leaving, staying] = [await owner(), await owner()];
    const run = await deletion(leaving.email, '--yes', leaving.email, '--json');
    expect({ ...run, stdout: JSON.parse(run.stdout) as object }).toMatchObject({
      code: 0,
      stdout: { id: leaving.accountId, email: leaving.email, deleted: DELETED },
    });
    expect((await api.call('/brickfolio', { key: leaving.key })).status).toBe(401);
    expect((await api.call('/brickfolio', { key: staying.key })).status).toBe(200);
    const left = await api.db.query(`
      SELECT (SELECT count(*) FROM access.account)::integer AS accounts,
             (SELECT count(*) FROM access.api_key)::integer AS keys,
             (SELECT count(*) FROM access.key_usage)::integer AS usage_days,
             (SELECT count(*) FROM portfolio.brickfolio)::integer AS brickfolios,
             (SELECT count(*) FROM portfolio.holding)::integer AS holdings,
             (SELECT count(*) FROM portfolio.sale)::integer AS sales`);
    expect(left.rows).toEqual([{ accounts: 1, ...DELETED }]);
    expect(await deletion(leaving.email, '--yes', leaving.email)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`account ${leaving.email} not found`),
    });
  });

  onLinux('script').it('on a terminal says what goes, and deletes only when the address is typed again', async () => {
    const { email, key } = await owner();
    const answer = async (typed: string): Promise<{ code: number | null; shown: string }> => {
      const terminal = Terminal.run(['accounts', 'delete', email], { DATABASE_URL: api.databaseUrl });
      await terminal.shows('3 holdings, 2 sales');
      await terminal.shows('Type the address');
      terminal.type(typed);
      return { code: await terminal.end(), shown: terminal.shown };
    };
    for (const typed of ['yes\r', '\r', '\u0003', '\u0004'])
      expect(await answer(typed)).toMatchObject({ code: 1, shown: expect.stringContaining('nothing was deleted') });
    expect((await api.call('/brickfolio', { key })).status).toBe(200);
    expect(await answer(`${email}\r`)).toMatchObject({ code: 0, shown: expect.stringContaining('deleted account') });
    expect((await api.call('/brickfolio', { key })).status).toBe(401);
  });

  it('loses nothing when it fails half-way', async () => {
    const { email, accountId } = await owner();
    await api.db.query('CREATE TABLE more (account_id integer REFERENCES access.account)');
    await api.db.query('INSERT INTO more VALUES ($1)', [accountId]);
    expect(await deletion(email, '--yes', email)).toMatchObject({ code: 1, stderr: expect.stringContaining('more') });
    const held = await api.db.query('SELECT FROM portfolio.holding WHERE account_id = $1', [accountId]);
    expect(held.rowCount).toBe(3);
    await api.db.query('DROP TABLE more');
    expect(await deletion(email, '--yes', email)).toMatchObject({ code: 0 });
  });

  it('knows every table that refers to an account or to what belongs to one', async () => {
    const { rows } = await api.db.query<{ name: string }>(`
      WITH RECURSIVE belonging AS (
        SELECT 'access.account'::regclass::oid AS id
        UNION
        SELECT c.conrelid FROM belonging b JOIN pg_constraint c ON c.confrelid = b.id
        WHERE c.contype = 'f' AND c.confdeltype <> 'c')
      SELECT id::regclass::text AS name FROM belonging ORDER BY name`);
    expect(rows.map((row) => row.name)).toEqual([
      'access.account',
      'access.api_key',
      'access.key_usage',
      'portfolio.brickfolio',
      'portfolio.holding',
      'portfolio.sale',
    ]);
  });
});

it('never migrates a database of your own unasked', async () => {
  const database = await createUnmigratedDatabase();
  const environment = { DATABASE_URL: database.url };
  expect(await runHere(['accounts', 'list'], environment)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('db migrate'),
  });
  expect(JSON.parse((await runHere(['db', 'status', '--json'], environment)).stdout)).toMatchObject({
    embedded: false,
    ran: [],
    pending: expect.arrayContaining([expect.stringContaining('CreateAccess')]),
  });
  expect(await runHere(['db', 'migrate'], environment)).toMatchObject({ code: 0 });
  expect(await runHere(['accounts', 'list', '--json'], environment)).toMatchObject({ code: 0, stdout: '[]\n' });
  await database.drop();
});

it('says that the database cannot be reached, without its password', async () => {
  const run = await runHere(['accounts', 'list'], { DATABASE_URL: 'postgres://ann:hunter2@127.0.0.1:1/none' });
  expect(run).toMatchObject({ code: 1, stdout: '' });
  expect(run.stderr).toMatch(/^brickmarket: the database cannot be reached: .*\n$/);
  expect(run.stderr).not.toContain('hunter2');
});
