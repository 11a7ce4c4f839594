import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { formatUsd } from '@brickmarket/domain';

const LINES_PER_CHUNK = 1_000;
const RETAIL_HEADER =
  'retailer,set_number,asin,upc,ean,observed_at,price_usd,list_price_usd,seller_type,in_stock,product_url,' +
  'lowest_fba_usd,fba_sellers,buy_box_usd';

/** Sales that the market does not have yet, of all sets in turn. */
export function writeSales(file: string, rows: number, sets: number): Promise<string> {
  return writeLines(file, 'item_type,item_number,condition,sold_at,price_usd,quantity,source,source_ref', rows, (n) => {
    const day = String(1 + (n % 14)).padStart(2, '0');
    const price = formatUsd(1_999 + ((n * 7_919) % 20_000));
    const set = 1 + ((n * 104_729) % sets);
    return `set,${set}-1,${n % 3 === 0 ? 'used' : 'sealed'},2026-11-${day},${price},1,bench,new ${n}`;
  });
}

/** Observations of all sets at both retailers, hour by hour, in the order in which a tracker writes. */
export function writeObservations(file: string, rows: number, sets: number): Promise<string> {
  return writeLines(file, RETAIL_HEADER, rows, (n) => {
    const hour = Math.floor(n / (2 * sets));
    const retailer = Math.floor(n / sets) % 2 === 0 ? 'retailer_a' : 'retailer_b';
    const set = 1 + (n % sets);
    const cents = 1_999 + ((set * 37 + hour * 11) % 500);
    const observedAt = new Date(Date.UTC(2026, 10, 14, hour)).toISOString();
    return (
      `${retailer},${set}-1,,,,${observedAt},${formatUsd(cents)},24.99,retailer,true,` +
      `https://shop.example/${retailer}/${set},${formatUsd(cents + 1_000)},4,${formatUsd(cents + 1_100)}`
    );
  });
}

/** A collection of one account. */
export function writeCollection(file: string, rows: number, sets: number): Promise<string> {
  const header = 'set_number,quantity,condition,purchase_price_usd,purchase_date';
  return writeLines(file, header, rows, (n) => {
    const day = String(1 + (n % 28)).padStart(2, '0');
    const set = 1 + ((n * 7_877) % sets);
    return `${set}-1,${1 + (n % 3)},sealed,${formatUsd(999 + (n % 5_000))},${2019 + (n % 7)}-06-${day}`;
  });
}

async function writeLines(file: string, header: string, rows: number, line: (n: number) => string): Promise<string> {
  const out = createWriteStream(file);
  out.write(`${header}\n`);
  for (let from = 0; from < rows; from += LINES_PER_CHUNK) {
    let text = '';
    for (let n = from; n < Math.min(rows, from + LINES_PER_CHUNK); n++) text += `${line(n)}\n`;
    if (!out.write(text)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  return file;
}
