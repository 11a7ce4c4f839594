import { formatUsd } from '@brickmarket/domain';
import { importRetailPrices } from '@brickmarket/operations';
import { Database, TypeormRetailImport } from '@brickmarket/persistence-typeorm';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '../support/test-database.ts';

const SETS = 10_000;
const LOOKS = 50;
const HEADER = 'retailer,set_number,asin,upc,ean,observed_at,price_usd,list_price_usd,seller_type,in_stock,product_url,lowest_fba_usd,fba_sellers,buy_box_usd';

/** Every set at both retailers, once an hour: in the order in which a tracker writes. */
async function writeLooks(file: string, firstHour: number, hours: number): Promise<void> {
  const out = createWriteStream(file);
  out.write(`${HEADER}\n`);
  for (let hour = firstHour; hour < firstHour + hours; hour++) {
    const observedAt = new Date(Date.UTC(2026, 0, 1, hour)).toISOString();
    for (const retailer of ['retailer_a', 'retailer_b']) {
      let text = '';
      for (let set = 0; set < SETS; set++) {
        const cents = 1999 + ((set * 37 + hour * 11) % 500);
        const asin = retailer === 'retailer_a' ? `B${String(set).padStart(9, '0')}` : '';
        text += `${retailer},${10_000 + set}-1,${asin},,,${observedAt},${formatUsd(cents)},24.99,retailer,${hour % 3 > 0},https://shop.example/${retailer}/${set},${formatUsd(cents + 1000)},4,${formatUsd(cents + 1100)}\n`;
      }
      if (!out.write(text)) await once(out, 'drain');
    }
  }
  out.end();
  await once(out, 'finish');
}

it('imports a million looks', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-retail-'));
  const testDatabase = await createTestDatabase();
  const database = await Database.connect({ url: testDatabase.url, applicationName: 'bench' });
  try {
    await database.pool.query(`INSERT INTO catalog.lego_set (set_number, title, theme, pieces) SELECT n || '-1', 'Set ' || n, 'Bench', 100 FROM generate_series(10000, ${10_000 + SETS - 1}) n`);
    await database.pool.query('ANALYZE catalog.lego_set');
    const files = { first: join(folder, 'first.csv'), next: join(folder, 'next.csv'), late: join(folder, 'late.csv') };
    await writeLooks(files.first, 10, LOOKS);
    await writeLooks(files.next, 10 + LOOKS, 5);
    await writeLooks(files.late, 5, 5);
    const store = new TypeormRetailImport(database);
    const report: string[] = [];
    for (const [title, file] of [['1,000,000 new looks', files.first], ['the same again', files.first], ['100,000 newer looks', files.next], ['100,000 late looks', files.late]] as const) {
      const { durationMs, counts } = await importRetailPrices(store, [file]);
      report.push(`${title}: ${(durationMs / 1000).toFixed(1)} s ${JSON.stringify(counts['retail prices'])}`);
    }
    console.info(report.join('\n'));
  } finally {
    await database.close();
    await testDatabase.drop();
    rmSync(folder, { recursive: true });
  }
}, 300_000);
