import type { EpochDay, Sale } from '@brickmarket/domain';
import { dayFromMonthName } from '../reading/calendar-day.ts';
import type { Layout } from '../reading/layout.ts';
import type { Row } from '../reading/row.ts';
import { findSetNumberInLabel, numbersIn } from './set-number-in-label.ts';

/** The number of the set of the catalogue that a number means; null when it means none. */
export type FindSet = (number: string) => string | null;

const EBAY_DAY = /^([A-Za-z]{3})-(\d{1,2})-(\d{2})$/;

/**
 * An eBay orders report. Gross is what the buyer paid without tax: the price of the items and shipping. The report has no
 * fees, so they are 0. The total row of an order with several items, and the lines below the table, are passed over. An
 * item whose label has no set number is the one set of the catalogue that its title names, with a warning.
 */
export const ebayOrdersLayout = (findSet: FindSet): Layout<Sale> => ({
  name: 'eBay orders report',
  required: ['Order Number', 'Item Title', 'Custom Label', 'Quantity', 'Sold For', 'Sale Date'],
  optional: ['Shipping And Handling', 'Total Price'],
  passedOver: /^\W*(\d+\W+record\(s\) downloaded|seller id\b)/i,
  reader: (column) => {
    const [order, title, label, quantity] = [
      column('Order Number'),
      column('Item Title'),
      column('Custom Label'),
      column('Quantity'),
    ];
    const [price, shipping, total, day] = [
      column('Sold For'),
      column('Shipping And Handling'),
      column('Total Price'),
      column('Sale Date'),
    ];
    return (row, sales) => {
      if (row.text(title) === '' && row.text(label) === '') return;
      const setNumber =
        findSetNumberInLabel(row.text(label)) ?? setNamedBy(row, row.text(title), row.text(label), findSet);
      const units = row.wholeNumber(quantity, 1);
      sales.push({
        setNumber: setNumber ?? '',
        platform: 'ebay',
        saleDay: row.day(day, parseEbayDay, 'Sep-27-26'),
        quantity: units,
        grossCents: grossOf(row, { price, shipping, total }, units),
        platformFeesCents: 0,
        paymentFeesCents: 0,
        shippingCents: 0,
        costBasisCents: null,
        notes: `eBay order ${row.requiredText(order)}`,
      });
    };
  },
});

function setNamedBy(row: Row, title: string, label: string, findSet: FindSet): string | null {
  const named = [...new Set(numbersIn(title).flatMap((number) => findSet(number) ?? []))];
  const missing = `no set number in the custom label ${JSON.stringify(label)}`;
  if (named.length === 1) {
    row.warn(`${missing}: taken for set ${named[0]!}, which the title names`);
    return named[0]!;
  }
  row.reject(
    named.length === 0
      ? `${missing}: put one like 75192-1 there`
      : `${missing}, and the title names several sets (${named.join(', ')}): put the right one there`,
  );
  return null;
}

/** "Sold For" is the price of one; where the total price is too small for that, it is the price of all. */
function grossOf(row: Row, at: { price: number; shipping: number; total: number }, units: number): number {
  const price = row.usd(at.price);
  const shipping = row.usdOrNull(at.shipping) ?? 0;
  const total = row.usdOrNull(at.total);
  const gross = price * units + shipping;
  return total !== null && gross > total ? price + shipping : gross;
}

function parseEbayDay(text: string): EpochDay | null {
  const match = EBAY_DAY.exec(text);
  return match && dayFromMonthName(`20${match[3]!}`, match[1]!, match[2]!);
}
