import type { EpochDay, Sale } from '@brickmarket/domain';
import { dayFromMonthName } from '../reading/calendar-day.ts';
import type { Layout } from '../reading/layout.ts';
import type { Row } from '../reading/row.ts';
import { findSetNumberInLabel } from './set-number-in-label.ts';

const AMAZON_DAY = /^([A-Za-z]{3})[a-z]*\.? (\d{1,2}), (\d{4})\b/;
const CREDITS = ['product sales', 'shipping credits', 'gift wrap credits', 'promotional rebates'];
const FEES = ['selling fees', 'fba fees', 'other transaction fees'];

/**
 * An Amazon date-range transactions report. Rows of type Order are sales: gross is product sales, shipping and gift wrap
 * credits less rebates, fees are selling, FBA and other transaction fees; tax is left aside. Refunds are warned of, other
 * types passed over. The day is that of the report's own time zone.
 */
export const amazonTransactionsLayout: Layout<Sale> = {
  name: 'Amazon date-range transactions',
  required: ['date/time', 'type', 'order id', 'sku', 'quantity', 'product sales', 'selling fees', 'total'],
  optional: [...CREDITS, ...FEES],
  reader: (column) => {
    const [day, type, order, sku, quantity] = [
      column('date/time'),
      column('type'),
      column('order id'),
      column('sku'),
      column('quantity'),
    ];
    const [credits, fees] = [CREDITS.map(column), FEES.map(column)];
    return (row, sales) => {
      const kind = row.text(type).toLowerCase();
      if (kind === 'refund')
        row.warn(`the refund of order ${row.text(order)} is not taken over: correct the sale by hand`);
      if (kind !== 'order') return;
      const setNumber = findSetNumberInLabel(row.text(sku));
      if (setNumber === null)
        row.reject(`no set number in the sku ${JSON.stringify(row.text(sku))}: put one like 75192-1 there`);
      const gross = sumOf(row, credits);
      if (gross < 0) row.reject('the credits of the order add up to less than 0');
      sales.push({
        setNumber: setNumber ?? '',
        platform: 'amazon',
        saleDay: row.day(day, parseAmazonDay, 'Sep 27, 2026 1:05:09 PM PDT'),
        quantity: row.wholeNumber(quantity, 1),
        grossCents: gross,
        platformFeesCents: 0 - sumOf(row, fees),
        paymentFeesCents: 0,
        shippingCents: 0,
        costBasisCents: null,
        notes: `Amazon order ${row.requiredText(order)}`,
      });
    };
  },
};

function sumOf(row: Row, columns: readonly number[]): number {
  return columns.reduce((sum, column) => sum + row.signedUsd(column), 0);
}

function parseAmazonDay(text: string): EpochDay | null {
  const match = AMAZON_DAY.exec(text);
  return match && dayFromMonthName(match[3]!, match[1]!, match[2]!);
}
