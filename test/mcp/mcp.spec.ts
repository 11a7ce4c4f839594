import { type ChildProcess, spawn } from 'node:child_process';
import { request } from 'node:http';
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { insertMinifig, insertSet } from '../support/catalog-builders.ts';
import { eventually } from '../support/eventually.ts';
import { moveClock, NOON } from '../support/move-clock.ts';
import { defaultBrickfolio, insertHolding, insertSale } from '../support/portfolio-builders.ts';
import { TestApi } from '../support/test-api.ts';

const MAIN = ['apps/cli/dist/main.js', 'mcp'];
const TOOLS = [
  'find_sets',
  'get_sets',
  'value_history',
  'retail_prices',
  'my_collection',
  'my_performance',
  'my_sales',
  'explain_value',
];
/** Of English and JSON, near enough: tokenizers differ. */
const BYTES_PER_TOKEN = 4;

describe('the MCP server, driven by the official client', () => {
  let api: TestApi;
  let apiUrl: string;
  let key: string;
  let http: ChildProcess;
  let httpUrl: URL;
  const clients: Client[] = [];

  beforeAll(async () => {
    api = await TestApi.start();
    await moveClock(api.db, NOON);
    const account = await api.account({ dailyLimit: 100_000 });
    ({ key } = account);
    await api.db.query(
      `INSERT INTO catalog.lego_set (set_number, title, theme, year, pieces)
       SELECT '9' || n || '-1', 'Tower number ' || n, 'Towers', 2020, 1
       FROM generate_series(1, 60) n`,
    );
    await insertSet(api.db, { set_number: '100-1', title: 'Castle', theme: 'Knights' });
    await insertMinifig(api.db, { minifig_number: 'fig-000001', name: 'Knight' });
    await api.db.query('UPDATE ops.data_version SET catalog = catalog + 1');
    const folio = await defaultBrickfolio(api.db, account.accountId);
    for (let quantity = 1; quantity <= 50; quantity++) await insertHolding(api.db, folio, '100-1', { quantity });
    for (let count = 0; count < 50; count++) await insertSale(api.db, account.accountId, '100-1');
    apiUrl = `${api.origin}/api/v1`;
    http = spawn(process.execPath, MAIN, {
      env: { PATH: process.env['PATH'], BRICKMARKET_URL: apiUrl, MCP_PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    http.stdout!.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    httpUrl = new URL(await eventually('the address of the MCP server', () => /http:\S+\/mcp/.exec(printed)?.[0]));
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
  });
  afterAll(async () => {
    http.kill('SIGTERM');
    await api.stop();
  });

  type Connect = (apiKey: string, url?: string) => Promise<Client>;

  const connections = (['stdio', 'HTTP'] as const).flatMap((transport) =>
    (['2025', '2026'] as const).map((year): [string, Connect] => [
      `${transport}, protocol of ${year}`,
      async (apiKey, url = apiUrl) => {
        const mode = year === '2025' ? 'legacy' : { pin: '2026-07-28' };
        const client = new Client({ name: 'spec', version: '1' }, { versionNegotiation: { mode } });
        clients.push(client);
        const env = { PATH: process.env['PATH']!, BRICKMARKET_URL: url, BRICKMARKET_KEY: apiKey };
        await client.connect(
          transport === 'stdio'
            ? new StdioClientTransport({ command: process.execPath, args: MAIN, env })
            : new StreamableHTTPClientTransport(httpUrl, {
                requestInit: { headers: { authorization: `Bearer ${apiKey}` } },
              }),
        );
        return client;
      },
    ]),
  );

  const call = async (client: Client, name: string, args: Record<string, unknown> = {}): Promise<CallToolResult> =>
    (await client.callTool({ name, arguments: args })) as CallToolResult;
  const textOf = (result: CallToolResult): string => (result.content[0] as { text: string }).text;

  describe.each(connections)('over %s', (_, connect) => {
    it('lists eight read-only tools with schemas, in less than 2,000 tokens', async () => {
      const { tools } = await (await connect(key)).listTools();
      expect(tools.map((tool) => tool.name)).toEqual(TOOLS);
      for (const tool of tools) {
        expect(tool).toMatchObject({ annotations: { readOnlyHint: true }, outputSchema: { type: 'object' } });
        expect(tool.description).toMatch(/Costs \d/);
      }
      expect(JSON.stringify(tools).length / BYTES_PER_TOKEN).toBeLessThan(2_000);
    });

    it('answers by every tool, in less than 6,000 tokens, with the allowance and the next page', async () => {
      const client = await connect(key);
      const pages: Record<string, [args: Record<string, unknown>, next: unknown, answer: unknown]> = {
        find_sets: [{ query: 'tower' }, { query: 'tower', kind: 'set', limit: 20, offset: 20 }, { total: 60 }],
        get_sets: [
          { sets: Array.from({ length: 22 }, (__, n) => `9${n + 1}-1`), minifigs: ['fig-000001'] },
          { sets: ['921-1', '922-1'], minifigs: ['fig-000001'] },
          { sets: expect.arrayContaining([expect.objectContaining({ set_number: '920-1', data_tier: 'none' })]) },
        ],
        value_history: [{ set_number: '100-1' }, null, { set_number: '100-1', condition: 'sealed' }],
        retail_prices: [{ upc: '1' }, null, null],
        my_collection: [{ limit: 40 }, { limit: 40, offset: 40 }, { total_holdings: 50 }],
        my_performance: [{ period: '1y' }, null, { period: '1y', summary: { total_sets: 1 } }],
        my_sales: [{ limit: 40 }, { limit: 40, offset: 40 }, { total: 50 }],
        explain_value: [{ set_number: '100' }, null, { set_number: '100-1', value_range: null, data_tier: 'none' }],
      };
      for (const name of TOOLS) {
        const [args, next, answer] = pages[name]!;
        const result = await call(client, name, args);
        expect([name, textOf(result)]).toEqual([name, JSON.stringify(result.structuredContent)]);
        const found = result.structuredContent as { answer: unknown; next: unknown };
        if (answer === null) expect(found.answer).toBeNull();
        else expect([name, found.answer]).toMatchObject([name, answer]);
        expect(found.next).toEqual(next);
        expect(found).toMatchObject({
          allowance: { limit: 100_000, remaining: expect.any(Number) },
          method: expect.stringMatching(/\/methodology$/),
        });
        expect(textOf(result).length / BYTES_PER_TOKEN).toBeLessThan(6_000);
      }
    });

    it('says what is wrong with a refused key, a used-up allowance, an unknown set and bad arguments', async () => {
      const refused = await call(await connect(`bmk_${'0'.repeat(48)}`), 'my_sales');
      expect([refused.isError, textOf(refused)]).toEqual([
        true,
        expect.stringMatching(/^InvalidApiKey: .*valid API key/),
      ]);
      const poor = await connect((await api.account({ dailyLimit: 1 })).key);
      expect((await call(poor, 'find_sets', { query: 'castle' })).isError).toBeFalsy();
      const spent = await call(poor, 'find_sets', { query: 'castle' });
      expect([spent.isError, textOf(spent)]).toEqual([
        true,
        expect.stringMatching(/^QuotaExceeded: .*2026-11-16T00:00/),
      ]);
      const client = await connect(key);
      const unknown = await call(client, 'explain_value', { set_number: 'none' });
      expect([unknown.isError, textOf(unknown)]).toEqual([true, expect.stringMatching(/^NotFound: .*find_sets/)]);
      const bad = await call(client, 'find_sets', { query: 'x' });
      expect(bad.isError).toBe(true);
    });

    it('ends a cancelled call, and answers the next', async () => {
      const client = await connect(key);
      const lock = await api.db.connect();
      await lock.query('BEGIN; LOCK TABLE access.api_key');
      const cancel = new AbortController();
      const cancelled = client.callTool({ name: 'my_sales', arguments: {} }, { signal: cancel.signal });
      await eventually('a request that waits', async () => {
        const { rowCount } = await lock.query(`SELECT FROM pg_locks WHERE NOT granted`);
        return rowCount;
      });
      cancel.abort(new Error('enough'));
      await expect(cancelled).rejects.toThrow('enough');
      await lock.query('ROLLBACK');
      lock.release();
      expect((await call(client, 'my_sales')).isError).toBeFalsy();
    });
  });

  it('over HTTP refuses who sends no key, another path, and a page under a foreign name', async () => {
    expect((await fetch(httpUrl, { method: 'POST' })).status).toBe(401);
    const wellKnown = await fetch(new URL('/.well-known/oauth-protected-resource', httpUrl));
    expect([wellKnown.status, await wellKnown.json()]).toMatchObject([404, { error: { code: 'NotFound' } }]);
    const authorization = `Bearer ${key}`;
    const origin = await fetch(httpUrl, { method: 'POST', headers: { authorization, origin: 'https://evil.example' } });
    expect(origin.status).toBe(403);
    const status = await new Promise((resolve, reject) => {
      const headers = { host: 'evil.example', authorization };
      request(httpUrl, { method: 'POST', headers }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(403);
  });
});
