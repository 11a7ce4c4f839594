import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatUsd } from '@brickmarket/domain';
import { importRetailPrices } from '@brickmarket/operations';
import { RetailImport } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { BenchServer } from '../measure/bench-server.ts';
import { printTable } from '../measure/figures.ts';

const SETS = 10_000;
const HEADER =
  'retailer,set_number,asin,upc,ean,observed_at,price_usd,list_price_usd,seller_type,in_stock,product_url,' +
  'lowest_fba_usd,fba_sellers,buy_box_usd';

/** How long a million observations of product pages take to import: new, again, newer and late ones. */
export async function benchRetailImport(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'brickmarket-bench-retail-'));
  const server = await BenchServer.start();
  const database = await Database.connect({ url: await server.freshDatabase(), applicationName: 'bench' });
  try {
    await database.pool.query(
      `INSERT INTO catalog.lego_set (set_number, title, theme, pieces) SELECT n || '-1', 'Set ' || n, 'Bench', 100
       FROM generate_series(10000, ${10_000 + SETS - 1}) n`,
    );
    await database.pool.query('ANALYZE catalog.lego_set');
    const first = await writeLooks(join(folder, 'first.csv'), 10, 50);
    const newer = await writeLooks(join(folder, 'newer.csv'), 60, 5);
    const late = await writeLooks(join(folder, 'late.csv'), 5, 5);
    const store = new Stores(database).get(RetailImport);
    const rows: string[][] = [];
    for (const [title, file] of [
      ['1,000,000 new observations', first],
      ['the same again', first],
      ['100,000 newer observations', newer],
      ['100,000 late observations', late],
    ] as const) {
      const { durationMs, counts } = await importRetailPrices(store, [file]);
      const { inserted, unchanged } = counts['retail prices']!;
      rows.push([title, (durationMs / 1_000).toFixed(1), String(inserted), String(unchanged)]);
    }
    printTable(['retail prices', 'seconds', 'inserted', 'unchanged'], rows);
  } finally {
    await database.close();
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

/** Every set at both retailers, once an hour: in the order in which a tracker writes. */
async function writeLooks(file: string, firstHour: number, hours: number): Promise<string> {
  const out = createWriteStream(file);
  out.write(`${HEADER}\n`);
  for (let hour = firstHour; hour < firstHour + hours; hour++) {
    const observedAt = new Date(Date.UTC(2026, 0, 1, hour)).toISOString();
    for (const retailer of ['retailer_a', 'retailer_b']) {
      if (!out.write(observationsOf(retailer, hour, observedAt))) await once(out, 'drain');
    }
  }
  out.end();
  await once(out, 'finish');
  return file;
}

function observationsOf(retailer: string, hour: number, observedAt: string): string {
  let text = '';
  for (let set = 0; set < SETS; set++) {
    const cents = 1999 + ((set * 37 + hour * 11) % 500);
    const asin = retailer === 'retailer_a' ? `B${String(set).padStart(9, '0')}` : '';
    text +=
      `${retailer},${10_000 + set}-1,${asin},,,${observedAt},${formatUsd(cents)},24.99,retailer,${hour % 3 > 0},` +
      `https://shop.example/${retailer}/${set},${formatUsd(cents + 1000)},4,${formatUsd(cents + 1100)}\n`;
  }
  return text;
}
