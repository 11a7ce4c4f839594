import { type ChildProcess, fork } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Pool } from 'pg';
import type { Browser } from 'playwright-core';
import { insertAccount, type TestAccount, usedBy } from '../support/account-builders.ts';
import { ApiProcess } from '../support/api-process.ts';
import { BROWSER_TIMEOUT_MS, findChromium, launchChromium } from '../support/browser.ts';
import { eventually, exitOf, messageOf } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { askTool, callTool, MCP_TOOLS, McpProcess, textOf } from '../support/mcp.ts';
import { runCli } from '../support/run-cli.ts';
import { PASSWORD } from '../support/test-account-area.ts';
import { moveClock, NOON } from '../support/move-clock.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { compileStrictly, installPacked, packLibraries } from './install-packed.ts';

const executable = findChromium();
if (executable === null) process.stderr.write('The wishlist page is SKIPPED: no Chromium is installed.\n');

const DECORATORS = {
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  rewriteRelativeImportExtensions: true,
  // The declarations of Nest are not ours to correct.
  skipLibCheck: true,
};
const BROKEN = `
const fail = async () => { throw new Error('a secret of the extension'); };
export default {
  extensionVersion: 1,
  name: 'broken',
  jobs: [{ name: 'fail', schedule: '* * * * *', run: fail }],
  tools: [{ name: 'broken_do', description: 'Fails.', arguments: {}, isReadOnly: true, call: fail }],
};`;

/** A package that npm has installed elsewhere, with its own copies of everything it needs. */
describe('a wishlist from outside of the workspace, named in one line of the configuration', () => {
  const project = mkdtempSync(join(tmpdir(), 'wishlist-'));
  const broken = join(project, 'broken.mjs');
  let database: TestDatabase;
  let db: Pool;
  let ann: TestAccount;
  let bob: TestAccount;

  beforeAll(async () => {
    const packed = await packLibraries();
    cpSync('test/outsiders/wishlist', project, { recursive: true });
    await installPacked(project, packed, ['domain', 'extension']);
    rmSync(packed, { recursive: true });
    const readme = readFileSync('libs/extension/README.md', 'utf8');
    writeFileSync(join(project, 'smallest.ts'), /```ts\n(.*?)```/s.exec(readme)![1]!);
    await compileStrictly(project, ['index.ts', 'wishes.ts', 'smallest.ts'], DECORATORS);
    writeFileSync(broken, BROKEN);
    database = await createTestDatabase();
    db = new Pool({ connectionString: database.url, max: 2 });
    await moveClock(db, NOON);
    ann = await insertAccount(db, { dailyLimit: 100 });
    bob = await insertAccount(db, { dailyLimit: 100 });
  });
  afterAll(async () => {
    await db?.end();
    await database?.drop();
    rmSync(project, { recursive: true });
  });

  const line = (): NodeJS.ProcessEnv => ({ EXTENSIONS: project });
  const cli = (args: readonly string[], environment: NodeJS.ProcessEnv = line()) =>
    runCli(args, { DATABASE_URL: database.url, ...environment });
  const call = async (api: ApiProcess, path: string, { key }: TestAccount, body?: object) => {
    const answer = await fetch(`${api.url}/api/x/${path}`, {
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as { data: never; error: { message: string } } };
  };

  it('is not there without the line', async () => {
    const api = await ApiProcess.start(database.url);
    expect((await call(api, 'wishlist/wishes', ann)).status).toBe(404);
    await api.stop();
    expect((await cli(['rules', 'add', '--help'], {})).stdout).not.toContain('wishlist');
  });

  it('brings its tables and its kind of event to the command line', async () => {
    const { stdout } = await cli(['db', 'migrate']);
    expect(stdout).toBe('ran 2:\n  wishlist 1-create-wish\n  wishlist 2-add-note\n');
    expect((await cli(['rules', 'add', '--help'])).stdout).toContain('wishlist.granted');
  });

  it('serves routes of the API: charged, strict, in the envelope, each account with its own rows', async () => {
    const api = await ApiProcess.start(database.url, line());
    const added = await call(api, 'wishlist/wishes', ann, { set_number: '1-1' });
    expect([added.status, added.body]).toMatchObject([
      200,
      { data: { set_number: '1-1', note: '' }, meta: { rate_limit: { limit: 100, remaining: 98 } } },
    ]);
    expect((await call(api, 'wishlist/wishes?limit=3', ann)).body).toMatchObject({ data: { wishes: [{ note: '' }] } });
    expect((await call(api, 'wishlist/wishes', bob)).body).toMatchObject({ data: { wishes: [] } });
    expect(await usedBy(db, ann.keyId)).toBe(3);
    const refused = async (path: string, body?: object) => {
      const answer = await call(api, path, ann, body);
      return [answer.status, answer.body.error.message];
    };
    expect(await refused('wishlist/wishes?limit=0')).toEqual([400, 'limit must be a whole number from 1 to 100']);
    expect(await refused('wishlist/wishes?x=1')).toEqual([400, 'unknown query parameter "x"; known here: limit']);
    expect(await refused('wishlist/wishes', { set_number: '2-1', price: 1 })).toEqual([
      400,
      'unknown property "price"; known here: set_number, note',
    ]);
    expect(await refused('wishlist/wishes', { set_number: '1-1' })).toEqual([400, 'you wish for 1-1 already']);
    await api.stop();
  });

  it('has its job done by the worker, beside one that fails', async () => {
    await db.query(
      `INSERT INTO x_wishlist.wish (account_id, set_number, granted_at) VALUES ($1, '9-9', '2020-01-01')`,
      [bob.accountId],
    );
    const worked = await cli(['work', '--once'], { EXTENSIONS: `${project},${broken}`, BRICKMARKET_DEMO: 'off' });
    const said = worked.stdout
      .trim()
      .split('\n')
      .map((one) => JSON.parse(one) as Record<string, unknown>);
    expect(said).toContainEqual(
      expect.objectContaining({ job: 'wishlist:tidy', msg: 'forgot 1 wishes that came true long ago' }),
    );
    expect(said).toContainEqual(
      expect.objectContaining({ level: 'error', job: 'broken:fail', msg: expect.stringContaining('a secret') }),
    );
    expect(worked.code).toBe(1);
    // What failed waits for its next attempt, and is nobody's business once the extension is gone.
    expect((await cli(['work', '--once'], { BRICKMARKET_DEMO: 'off' })).code).toBe(0);
  });

  it('offers its tools to assistants with the key of the caller, beside one that fails', async () => {
    const api = await ApiProcess.start(database.url, line());
    const mcp = await McpProcess.start(`${api.url}/api/v1`, { EXTENSIONS: `${project},${broken}` });
    const client = await mcp.connect({ transport: 'HTTP', year: '2026' }, bob.key);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([...MCP_TOOLS, 'wishlist_show', 'wishlist_add', 'broken_do']);
    await askTool(client, 'wishlist_add', { set_number: '3-1' });
    expect(await askTool(client, 'wishlist_show')).toMatchObject({
      answer: { wishes: [{ set_number: '3-1' }] },
      allowance: { limit: 100 },
    });
    expect(textOf(await callTool(client, 'wishlist_add', { set_number: '3-1' }))).toMatch(
      /^BadRequest: you wish for 3-1 already\. Quota: \d+ of 100 left/,
    );
    expect(textOf(await callTool(client, 'wishlist_show', { limt: 1 }))).toContain('there is no argument "limt"');
    const failed = await callTool(client, 'broken_do');
    expect([failed.isError, textOf(failed)]).toEqual([
      true,
      'InternalError: the tool broken_do failed. Trying again may help.',
    ]);
    await mcp.stop();
    await api.stop();
  });

  describe('in the account area', () => {
    let account: AccountProcess;
    let browser: Browser | null = null;
    beforeAll(async () => {
      account = await AccountProcess.start(database.url, line());
    });
    afterAll(async () => {
      await browser?.close();
      await account?.stop();
    });

    (executable === null ? it.skip : it)('has a page in the menu, where a person makes a wish', async () => {
      const invited = await cli(['accounts', 'invite', '--email', 'eve@example.com'], {
        ACCOUNT_URL: `http://localhost:${account.port}/account`,
      });
      browser = await launchChromium(executable!);
      const page = await browser.newPage();
      page.setDefaultTimeout(BROWSER_TIMEOUT_MS);
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.goto(/http:\S+#token=\S+/.exec(invited.stdout)![0]);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByRole('link', { name: 'More' }).click();
      await page.getByText('You wish for nothing yet.').waitFor();
      const wish = async (): Promise<void> => {
        await page.getByLabel('Set number').fill('10497-1');
        await page.getByRole('button', { name: 'Wish for it' }).click();
      };
      await wish();
      await page.getByRole('main').getByRole('listitem').filter({ hasText: '10497-1' }).waitFor();
      await wish();
      await page.getByText('You wish for 10497-1 already.').waitFor();
      await page.getByRole('link', { name: 'API', exact: true }).click();
      await page.getByRole('heading', { name: 'Keys' }).first().waitFor();
      expect(complaints).toEqual([]);
    });
  });

  it('runs the smallest example of the README', async () => {
    const api = await ApiProcess.start(database.url, { EXTENSIONS: join(project, 'smallest.js') });
    expect((await call(api, 'greeting', ann)).body).toMatchObject({ data: { hello: `account ${ann.accountId}` } });
    await api.stop();
  });

  it('stops the start with a sentence when it does not fit, but not the commands that do not need it', async () => {
    const nowhere = { EXTENSIONS: '/nowhere' };
    const sentence = 'EXTENSIONS names /nowhere, which is neither a package installed at';
    await expect(ApiProcess.start(database.url, nowhere)).rejects.toThrow(
      `brickmarket-api could not start: ${sentence}`,
    );
    const refused = await cli(['db', 'migrate'], nowhere);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(`brickmarket: ${sentence}`)]);
    expect((await cli(['accounts', 'list'], nowhere)).code).toBe(0);
  });

  it('leaves the service at work when the line is taken out after use', async () => {
    const api = await ApiProcess.start(database.url);
    await eventually('it is ready', async () => (await fetch(`${api.url}/readyz`)).ok);
    expect((await call(api, 'wishlist/wishes', ann)).status).toBe(404);
    const themes = await fetch(`${api.url}/api/v1/catalog/themes`, { headers: { authorization: `Bearer ${ann.key}` } });
    expect(themes.status).toBe(200);
    await api.stop();
    expect((await cli(['db', 'migrate'], {})).stdout).toBe('nothing to do: the schema is up to date\n');
    expect((await db.query('SELECT FROM x_wishlist.wish')).rowCount).toBeGreaterThan(0);
  });
});

/** The account area as it runs in production. */
class AccountProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {}

  static async start(databaseUrl: string, environment: NodeJS.ProcessEnv): Promise<AccountProcess> {
    const port = await freePort();
    const child = fork(resolve('apps/account/dist/bundle/main.js'), {
      env: {
        PATH: process.env['PATH'],
        ACCOUNT_PORT: String(port),
        DATABASE_URL: databaseUrl,
        LOG_LEVEL: 'warn',
        STATEMENT_TIMEOUT_MS: '30000',
        ...environment,
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    await messageOf(child);
    return new AccountProcess(child, port);
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await exitOf(this.child);
  }
}
