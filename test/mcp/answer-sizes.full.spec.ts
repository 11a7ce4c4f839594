import type { Client } from '@modelcontextprotocol/client';
import { raiseDataVersion } from '../support/data-versions.ts';
import { insertMinifig, insertSet } from '../support/catalog-builders.ts';
import { storeForecast } from '../support/forecast-builders.ts';
import { askTool, MCP_TOOLS, McpProcess, tokensOf } from '../support/mcp.ts';
import { moveClock, NOON } from '../support/move-clock.ts';
import { insertBrickfolio, insertHolding, insertSale, insertValueStep } from '../support/portfolio-builders.ts';
import { listAtRetailers } from '../support/retail-builders.ts';
import { TestApi } from '../support/test-api.ts';
import { insertValue } from '../support/value-builders.ts';

const MOST_TOKENS = 6_000;
/** Scripts and signs of which every character is a token or more. */
const LONG_TEXT = 'Ĳ𐍈🧱"\\龘'.repeat(60);
const SETS = 45;
const numbers = (prefix: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, n) => `${prefix}${from + n}`);

describe('the size of answers of the MCP server', () => {
  let api: TestApi;
  let mcp: McpProcess;
  /** From before everything changed. */
  let cursor: string;

  beforeAll(async () => {
    api = await TestApi.start();
    await moveClock(api.db, NOON);
    mcp = await McpProcess.start(`${api.origin}/api/v1`);
  });
  afterEach(() => mcp.closeClients());
  afterAll(async () => {
    await mcp.stop();
    await api.stop();
  });

  /** A market and an account with more of everything than an answer can hold; its key. */
  async function arrange(prefix: string, cents: number, text = (about: string): string => about): Promise<string> {
    const account = await api.account({ dailyLimit: 100_000 });
    const value = { value_cents: cents, low_cents: cents - 1_234, high_cents: cents + 1_234 };
    const bought = { quantity: 3, purchase_price_cents: cents - 4_321, purchase_date: '2020-01-02' };
    const sold = {
      platform: 'bricklink',
      gross_cents: cents,
      platform_fees_cents: 1_234,
      payment_fees_cents: 321,
      shipping_cents: 1_111,
      cost_basis_cents: cents - 4_321,
    };
    const priced = {
      price_cents: cents,
      list_price_cents: cents,
      seller_type: 'third_party',
      in_stock: true,
      changed_at: '2026-11-14T12:34:56Z',
      last_change_cents: -1_234,
      lowest_cents: cents - 1_234,
      lowest_fba_cents: cents,
      fba_sellers: 12,
      buy_box_cents: cents,
    } as const;
    for (let n = 100; n < 100 + SETS; n++) {
      const set_number = `${prefix}${n}-1`;
      const named = { title: text(`The Castle of the Black Knights ${n}`), theme: text('Castle'), year: 2019 };
      const days = { release_date: '2019-01-01', exit_date: '2022-12-31' };
      const id = await insertSet(api.db, { set_number, ...named, ...days, msrp_cents: cents, pieces: 1_234 });
      await insertValue(api.db, id, 'sealed', value);
      await insertValue(api.db, id, 'used', value);
      await insertValueStep(api.db, set_number, 'sealed', '2020-01-02', cents);
      if (n === 100) {
        const asin = `B075SDMMM${prefix.toUpperCase()}`;
        await listAtRetailers(api.db, id, { asin, retailer_a: priced, retailer_b: priced });
        await api.db.query(`INSERT INTO market.month_series VALUES ($1, 'sealed', '1999-01-01', '2026-10-01')`, [id]);
        await api.db.query(
          `INSERT INTO market.month_value (item_id, condition, month, value_cents, low_cents, high_cents, sales_count)
           SELECT $1, 'sealed', month, $2, $3, $4, 1234
           FROM generate_series(date '1999-01-01', date '2026-10-01', interval '1 month') month`,
          [id, ...Object.values(value)],
        );
      }
      const minifig = await insertMinifig(api.db, {
        minifig_number: `${prefix}fig-000${n}`,
        name: text('Black Knight'),
      });
      await insertValue(api.db, minifig, 'used', value);
      const folio = await insertBrickfolio(api.db, account.accountId, text(`Wardrobe ${n}`).slice(0, 100));
      await api.db.query('UPDATE portfolio.brickfolio SET description = $2 WHERE id = $1', [folio, text('upstairs')]);
      await insertHolding(api.db, folio, set_number, bought);
      await insertSale(api.db, account.accountId, set_number, sold);
    }
    // A minifigure may be in very many sets.
    await api.db.query(
      `WITH added AS (INSERT INTO catalog.lego_set (set_number, title, theme, pieces)
         SELECT $2 || 'many-' || n || '-1', 'Many', 'Many', 1 FROM generate_series(1, 3000) n RETURNING id)
       INSERT INTO catalog.set_minifig (set_id, minifig_id, quantity)
       SELECT added.id, minifig.id, 1 FROM added, catalog.minifig WHERE minifig_number = $1`,
      [`${prefix}fig-000100`, prefix],
    );
    await storeForecast(api.databaseUrl, { six: null, twelve: null, sales: null });
    await raiseDataVersion(api.db, 'catalog');
    ({ cursor } = await api.data<{ cursor: string }>('/catalog/changes', account.key));
    await api.db.query(
      `INSERT INTO catalog.item_change (item_id, part, version, changed_at)
       SELECT id, part, 1000000, now() FROM catalog.lego_set, unnest('{catalog,value,retail,history}'::text[]) part
       ON CONFLICT DO NOTHING;
       UPDATE ops.data_kind SET version = version + 1, known_version = version + 1, known_since = 0`,
    );
    return account.key;
  }

  /** Tokens of each tool's answer to `calls`, the text as a model reads it. */
  async function sizes(client: Client, calls: Readonly<Record<string, Record<string, unknown>>>) {
    const tokens: Record<string, number> = {};
    for (const [name, args] of Object.entries(calls)) tokens[name] = tokensOf(await askTool(client, name, args));
    return tokens;
  }

  function largestCalls(prefix: string): Record<string, Record<string, unknown>> {
    return {
      find_sets: { query: `${prefix}1`, limit: 40 },
      get_sets: { sets: numbers(prefix, 100, 119).map((number) => `${number}-1`) },
      value_history: { set_number: `${prefix}100-1` },
      value_forecast: { set_number: `${prefix}100-1` },
      what_changed: { after: cursor, limit: 60 },
      retail_prices: { set_number: `${prefix}100-1` },
      my_collection: { limit: 15 },
      my_performance: { period: '1y' },
      my_sales: { limit: 40 },
      explain_value: { set_number: `${prefix}100-1` },
    };
  }

  it('stays below 6,000 tokens at the largest pages, with texts of usual length left whole', async () => {
    const client = await mcp.connect({ transport: 'HTTP', year: '2026' }, await arrange('a', 123_456));
    const tokens = await sizes(client, largestCalls('a'));
    expect(Object.keys(tokens)).toEqual(MCP_TOOLS);
    for (const [name, count] of Object.entries(tokens)) expect([name, count < MOST_TOKENS]).toEqual([name, true]);
    for (const [name, args] of Object.entries(largestCalls('a')))
      expect([name, JSON.stringify(await askTool(client, name, args)).includes('…')]).toEqual([name, false]);
    const figures = { minifigs: numbers('afig-000', 100, 119) };
    const found = await askTool(client, 'get_sets', figures);
    const everywhere = { set_count: 3_000 };
    expect(found).toMatchObject({ answer: { minifigs: [everywhere, ...Array.from({ length: 19 }, () => ({}))] } });
    expect(tokensOf(found)).toBeLessThan(MOST_TOKENS);
  });

  it('stays below 6,000 tokens with texts of any length and script, which it cuts', async () => {
    const key = await arrange('b', 98_765_432, (about) => `${about} ${LONG_TEXT}`);
    const client = await mcp.connect({ transport: 'HTTP', year: '2026' }, key);
    const tokens = await sizes(client, largestCalls('b'));
    for (const [name, count] of Object.entries(tokens)) expect([name, count < MOST_TOKENS]).toEqual([name, true]);
    const { answer } = await askTool(client, 'find_sets', largestCalls('b')['find_sets']);
    const { results } = answer as { results: { set_number: string; title: string }[] };
    expect(results.map(({ set_number }) => set_number).toSorted()).toEqual(
      numbers('b', 100, 144)
        .map((number) => `${number}-1`)
        .slice(0, 40),
    );
    for (const { title } of results) expect(title).toMatch(/^The Castle.*…$/u);
    const figures = await askTool(client, 'get_sets', { minifigs: numbers('bfig-000', 100, 119) });
    expect(tokensOf(figures)).toBeLessThan(MOST_TOKENS);
  });

  it('reaches every collection and every holding by following next', async () => {
    const client = await mcp.connect({ transport: 'HTTP', year: '2026' }, await arrange('c', 123_456));
    const [names, sets] = [new Set<string>(), new Set<string>()];
    let args: Record<string, unknown> | null = { ranges: false };
    for (let pages = 0; args !== null && pages < 10; pages++) {
      const { answer, next } = await askTool(client, 'my_collection', args);
      const { brickfolios, holdings } = answer as {
        brickfolios: { name: string }[];
        holdings: { set_number: string }[];
      };
      for (const { name } of brickfolios) names.add(name);
      for (const { set_number } of holdings) sets.add(set_number);
      args = next as Record<string, unknown> | null;
    }
    // The default collection came with the account.
    expect([args, names.size, sets.size]).toEqual([null, SETS + 1, SETS]);
  });
});
