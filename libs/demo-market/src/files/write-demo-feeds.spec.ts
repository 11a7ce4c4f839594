import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type FeedBatch,
  readCollection,
  readMarketSales,
  readRetailPrices,
  readSalesLedger,
  readSetDetails,
} from '@brickmarket/feeds';
import { InventedMarket } from '../../../../test/support/market/invented-market.ts';
import { type DemoAccount, demoFolder, writeDemoFeeds } from './write-demo-feeds.ts';

const market = () =>
  new InventedMarket({ seed: 'files', asOf: new Date('2026-11-15T12:00:00Z'), sets: 80, minifigs: 60, years: 1 });
const root = mkdtempSync(join(tmpdir(), 'demo-market-'));
const folder = demoFolder(root);
afterAll(() => rmSync(root, { recursive: true }));
beforeAll(() => writeDemoFeeds(market(), root, { truthEveryDays: 30 }));

async function recordsOf<T>(batches: AsyncIterable<FeedBatch<T>>): Promise<T[]> {
  const records: T[] = [];
  for await (const batch of batches) {
    expect([...batch.rejects, ...batch.warnings]).toEqual([]);
    records.push(...batch.records);
  }
  return records;
}

describe('the files of a demo market', () => {
  it('read back as set details', async () => {
    const known = [...market().sets()].filter((set) => set.msrpCents !== null);
    expect(await recordsOf(readSetDetails(folder.setDetails))).toEqual(
      known.map(({ title: _t, theme: _h, subtheme: _s, year: _y, pieces: _p, imageUrl: _i, ...details }) => details),
    );
  });
  it('read back as sales and retail prices', async () => {
    expect(await recordsOf(readMarketSales(folder.sales))).toEqual(
      [...market().sales()].map((sale) => ({ ...sale, isIncomplete: false })),
    );
    expect(await recordsOf(readRetailPrices(folder.retailPrices))).toEqual([
      ...market().retailObservations(),
      ...market().retailCrawl(),
    ]);
  });
  it('read back as every account’s books', async () => {
    const accounts = JSON.parse(readFileSync(folder.accounts, 'utf8')) as DemoAccount[];
    expect(accounts.map((account) => account.email)).toContain('demo@brickmarket.example');
    for (const account of accounts) {
      const names = account.brickfolios.map((brickfolio) => brickfolio.name);
      for (const entry of await recordsOf(readCollection(account.holdingsFile)))
        expect(names).toContain(entry.brickfolio);
      await recordsOf(readSalesLedger(account.salesLedgerFile));
    }
  });
  it('are the same byte by byte when written again elsewhere', async () => {
    const again = join(root, 'again');
    await writeDemoFeeds(market(), again, { truthEveryDays: 30 });
    const digests = (base: string) =>
      readdirSync(base, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.csv') && !name.startsWith('again'))
        .toSorted()
        .map((name) => [
          name,
          createHash('sha256')
            .update(readFileSync(join(base, name)))
            .digest('hex'),
        ]);
    expect(digests(again)).toEqual(digests(root));
    expect(digests(again).length).toBeGreaterThan(15);
  });
});
