// Prices a collection: node main.js SALES.csv COLLECTION.csv LEDGER.csv DAY
import { formatIsoDay, formatUsd, parseIsoDay, type SoldCopies } from '@brickmarket/domain';
import { type FeedBatch, readCollection, readMarketSales, readSalesLedger } from '@brickmarket/feeds';
import { costOf, firstInFirstOut, portfolioTotals, taxYearLines } from '@brickmarket/portfolio';
import { valueSales } from '@brickmarket/valuation';

const [salesFile = '', collectionFile = '', ledgerFile = '', day = ''] = process.argv.slice(2);
const usd = (cents: number | null): string => (cents === null ? 'unknown' : formatUsd(cents));

async function everyRecord<T>(batches: AsyncIterable<FeedBatch<T>>): Promise<T[]> {
  const records: T[] = [];
  for await (const batch of batches) {
    records.push(...batch.records);
    for (const { line, reason } of batch.rejects) console.error(`line ${line}: ${reason}`);
  }
  return records;
}

const market = valueSales(await everyRecord(readMarketSales(salesFile)), parseIsoDay(day)!);
const values = new Map(market.map((value) => [`${value.itemNumber} ${value.condition}`, value]));

// Of what was bought, the copies that were bought first are sold first.
const bought = await everyRecord(readCollection(collectionFile));
let lots = bought.map(({ holding }, id) => ({ ...holding, id, status: 'owned' as const }));
const ledger = await everyRecord(readSalesLedger(ledgerFile));
const sales = ledger.map((sale, id) => ({
  ...{ ...sale, id },
  platformFeesCents: sale.platformFeesCents ?? 0,
  paymentFeesCents: sale.paymentFeesCents ?? 0,
  shippingCents: sale.shippingCents ?? 0,
}));
const sold: SoldCopies[] = [];
for (const sale of sales.toSorted((a, b) => a.saleDay - b.saleDay)) {
  const ofSet = lots.filter(({ setNumber }) => setNumber === sale.setNumber);
  for (const { lot, quantity } of firstInFirstOut(ofSet, sale.quantity, sale.saleDay)) {
    const { id: lotId, purchasePriceCents: unitCostCents, purchaseDay: acquiredDay } = lot;
    sold.push({ lotId, saleId: sale.id, quantity, unitCostCents, acquiredDay, method: 'fifo' });
    lots = lots.map((each) => (each === lot ? { ...lot, quantity: lot.quantity - quantity } : each));
  }
}

const held = lots.filter(({ quantity }) => quantity > 0).map((lot) => ({ ...lot, costCents: costOf(lot) }));
const valueOf = (lot: (typeof held)[number]) => values.get(`${lot.setNumber} ${lot.condition}`) ?? null;
for (const lot of held) {
  const value = valueOf(lot);
  const range = value && `${usd(value.valueCents)} (${usd(value.lowCents)} to ${usd(value.highCents)})`;
  console.log(`${lot.quantity} x ${lot.setNumber} ${lot.condition}: ${range ?? 'unknown'}`);
}
const total = portfolioTotals(held, (lot) => valueOf(lot)?.valueCents ?? null);
console.log(`total: cost ${usd(total.costCents)}, value ${usd(total.valueCents)}, gain ${usd(total.gainCents)}`);

const copiesOf = (saleId: number) => sold.filter((copies) => copies.saleId === saleId);
for (const line of taxYearLines(Number(day.slice(0, 4)), sales, copiesOf)) {
  const acquired = line.acquiredDay === null ? 'unknown' : formatIsoDay(line.acquiredDay);
  const amounts = [line.proceedsCents, line.feesCents, line.basisCents, line.gainCents].map(usd);
  console.log('tax:', line.quantity, line.setNumber, acquired, formatIsoDay(line.soldDay), ...amounts);
}
