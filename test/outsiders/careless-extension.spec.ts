import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Extensions } from '@brickmarket/service-runtime/extensions';
import { Controller } from '@nestjs/common';
import { Pool } from 'pg';
import { insertAccount, type TestAccount } from '../support/account-builders.ts';
import { ApiProcess } from '../support/api-process.ts';
import { askTool, McpProcess } from '../support/mcp.ts';
import { runCli } from '../support/run-cli.ts';
import { runHere } from '../support/run-here.ts';
import { TestAccountArea } from '../support/test-account-area.ts';
import { TestApi } from '../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { AN_EXTENSION } from './extension-builders.ts';

const CARELESS = { EXTENSIONS: resolve('test/outsiders/careless.fixture.mjs') };
const UNHANDLED = 'an extension did not handle a rejected promise';

describe('an extension that does not await its promises or blocks the event loop', () => {
  let database: TestDatabase;
  let db: Pool;
  let account: TestAccount;
  let api: ApiProcess;

  beforeAll(async () => {
    database = await createTestDatabase();
    db = new Pool({ connectionString: database.url, max: 1 });
    account = await insertAccount(db);
    api = await ApiProcess.start(database.url, CARELESS);
  });

  afterAll(async () => {
    await api?.stop();
    await db?.end();
    await database?.drop();
  });

  const call = async (route: string): Promise<number> =>
    (await fetch(`${api.url}${route}`, { headers: { authorization: `Bearer ${account.key}` } })).status;
  const logged = (message: string): Record<string, unknown> =>
    api.output
      .split('\n')
      .filter((line) => line.includes(message))
      .map((line) => JSON.parse(line) as Record<string, unknown>)[0]!;

  it('does not end the API, whose log names it', async () => {
    expect(await call('/api/x/careless/leave')).toBe(200);
    await api.printed(UNHANDLED);
    expect(logged(UNHANDLED)).toMatchObject({
      level: 'error',
      extension: 'careless',
      err: { message: 'nobody awaits this', stack: expect.stringContaining('careless.fixture.mjs') },
    });
    expect(await call('/api/v1/catalog/themes')).toBe(200);
  });

  it('is named with its route when a handler blocks the event loop for a second', async () => {
    expect(await call('/api/x/careless/block')).toBe(200);
    await api.printed('event loop was blocked');
    expect(logged('event loop was blocked')).toMatchObject({
      level: 'warn',
      routes: ['/api/x/careless/block'],
      blockedMs: expect.any(Number),
    });
  });

  it('does not end the worker', async () => {
    const environment = { DATABASE_URL: database.url, ...CARELESS, BRICKMARKET_DEMO: 'off' };
    const { code, stdout } = await runCli(['work', '--once'], environment);
    expect([code, stdout]).toEqual([0, expect.stringContaining(UNHANDLED)]);
  });

  it('does not end the server of assistants', async () => {
    const mcp = await McpProcess.start(`${api.url}/api/v1`, CARELESS);
    const client = await mcp.connect({ transport: 'HTTP', year: '2026' }, account.key);
    await askTool(client, 'careless_leave');
    await askTool(client, 'careless_leave');
    await client.close();
    await mcp.stop();
  });
});

describe('an extension whose constructor throws', () => {
  @Controller()
  class Throwing {
    constructor() {
      throw new TypeError('no such setting');
    }
  }
  const of = (part: 'api' | 'account') =>
    new Extensions([
      { ...AN_EXTENSION, [part]: { controllers: [Throwing] }, migrations: [{ name: '1', sql: 'SELECT 1' }] },
    ]);
  const parent = mkdtempSync(join(tmpdir(), 'throwing-'));
  const data = join(parent, 'data');
  afterAll(() => rmSync(parent, { recursive: true }));
  const MESSAGE = 'extension sample: its classes cannot be created: no such setting';

  it('is named before the database is backed up or migrated', async () => {
    const database = await createTestDatabase();
    const environment = { DATABASE_URL: database.url, BRICKMARKET_DATA_DIR: data };
    for (const part of ['api', 'account'] as const) {
      const { code, stderr } = await runHere(['db', 'migrate', '--backup'], environment, of(part));
      expect([code, stderr]).toEqual([2, `brickmarket: ${MESSAGE}\n`]);
    }
    expect(existsSync(data)).toBe(false);
    const { stdout } = await runHere(['db', 'status', '--json'], { DATABASE_URL: database.url }, of('api'));
    expect(JSON.parse(stdout)).toMatchObject({ pending: [expect.stringContaining('sample')] });
    await database.drop();
  });

  it('is named by "start" before it makes anything', async () => {
    const EXTENSIONS = resolve('test/outsiders/throwing.fixture.mjs');
    expect(await runCli(['start'], { EXTENSIONS, PORT: '0', BRICKMARKET_DATA_DIR: data })).toEqual({
      code: 2,
      stdout: '',
      stderr: `brickmarket: ${MESSAGE}\n`,
    });
    expect(existsSync(data)).toBe(false);
  });

  it('is named by the API and the account area, which do not start', async () => {
    await expect(TestApi.start({}, of('api'))).rejects.toThrow(MESSAGE);
    await expect(TestAccountArea.start({}, undefined, of('account'))).rejects.toThrow(MESSAGE);
  });
});
