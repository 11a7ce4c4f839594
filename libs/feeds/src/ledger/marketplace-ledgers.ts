import { type EpochDay, epochDayOf, parseIsoDay, type SaleInFile } from '@brickmarket/domain';
import { requireSet } from '../collection/bricklink-inventory.ts';
import { type DateFormat, ISO_DAYS, slashedDays } from '../reading/cells.ts';
import { type Layout, positionsOf } from '../reading/layout.ts';
import type { Row } from '../reading/row.ts';
import { findSetNumberInLabel } from './set-numbers.ts';

/** Null: absent from the report. */
export const UNKNOWN_COSTS = {
  platformFeesCents: null,
  paymentFeesCents: null,
  shippingCents: null,
  costBasisCents: null,
};

/** Sales are booked in dollars. A guess at the rate would be wrong tax. */
function requireDollars(row: Row, currency: number, ...amounts: readonly number[]): void {
  const foreign = amounts.map((at) => row.foreignAmount(at, row.text(currency))).find((one) => one !== null);
  if (foreign !== undefined) row.reject(`the amount is ${foreign}: correct the row with the amount in USD`);
}

const UNSOLD = /^(cancell?ed|npb|npx|nrs|nss|purged)$/i;

/** Gross is price times quantity. Postage that buyers pay belongs to a whole order and is not read. */
export function brickLinkOrdersLayout(dateFormat: DateFormat): Layout<SaleInFile> {
  return {
    name: 'BrickLink orders',
    isForeign: true,
    documents: ['orders', 'order'],
    required: ['Order ID', 'Order Date', 'Item Type', 'Item No', 'Quantity', 'Price'],
    optional: ['Currency', 'Order Status', 'Buyer', 'Seller'],
    alsoCalled: {
      'Order ID': ['Order No', 'Order Number'],
      'Item No': ['Item ID', 'Item Number'],
      Quantity: ['Qty'],
      Price: ['Each', 'Unit Price'],
      Currency: ['Base Currency Code'],
    },
    slashedDays: 'Order Date',
    reader: (column) => {
      const [order, day, type, number] = positionsOf(column, 'Order ID', 'Order Date', 'Item Type', 'Item No');
      const [quantity, price, currency] = positionsOf(column, 'Quantity', 'Price', 'Currency');
      const [status, buyer, seller] = positionsOf(column, 'Order Status', 'Buyer', 'Seller');
      return (row, sales) => {
        requireSet(row, type);
        if (UNSOLD.test(row.text(status))) row.reject(`the order is ${row.text(status)}: it is no sale`);
        if (row.text(buyer) === '' && row.text(seller) !== '') row.reject('the order is a purchase: it is no sale');
        requireDollars(row, currency, price);
        const units = row.wholeNumber(quantity, 1);
        sales.push({
          setNumber: row.setNumber(number),
          platform: 'bricklink',
          saleDay: row.day(day, ...slashedDays(dateFormat)),
          quantity: units,
          grossCents: (row.roundedUsdOrNull(price) ?? row.usd(price)) * units,
          ...UNKNOWN_COSTS,
          notes: `BrickLink order ${row.requiredText(order)}`,
        });
      };
    },
  };
}

const UNIX_SECONDS = /^\d{9,10}$/;

function parseOwlDay(text: string): EpochDay | null {
  return UNIX_SECONDS.test(text) ? epochDayOf(new Date(Number(text) * 1_000)) : parseIsoDay(text.slice(0, 10));
}

/** The fee of an order is divided by the share of the item in the subtotal. */
export const brickOwlOrdersLayout: Layout<SaleInFile> = {
  name: 'BrickOwl orders',
  isForeign: true,
  documents: ['json'],
  required: ['Order ID', 'Order Date', 'Name', 'Ordered Quantity', 'Base Price'],
  optional: ['Set Number', 'Type', 'Currency', 'Sub Total', 'BrickOwl Fee'],
  alsoCalled: {
    'Order Date': ['Iso Order Time', 'Order Time'],
    Name: ['Item Name', 'Item'],
    'Ordered Quantity': ['Quantity', 'Qty'],
    'Base Price': ['Price', 'Unit Price'],
    Currency: ['Base Currency'],
  },
  reader: (column) => {
    const [order, day, name, quantity] = positionsOf(column, 'Order ID', 'Order Date', 'Name', 'Ordered Quantity');
    const [price, number, type] = positionsOf(column, 'Base Price', 'Set Number', 'Type');
    const [currency, subtotal, fee] = positionsOf(column, 'Currency', 'Sub Total', 'BrickOwl Fee');
    return (row, sales) => {
      if (!['', 'set'].includes(row.text(type).toLowerCase()))
        row.reject(`Type is ${JSON.stringify(row.text(type))}: only sets are taken`);
      requireDollars(row, currency, price);
      const setNumber = row.textOrNull(number) ?? findSetNumberInLabel(row.text(name));
      if (setNumber === null) row.reject(`no set number in the name ${JSON.stringify(row.text(name))}: write one`);
      const units = row.wholeNumber(quantity, 1);
      const gross = (row.roundedUsdOrNull(price) ?? row.usd(price)) * units;
      const [all, feeOfAll] = [row.roundedUsdOrNull(subtotal), row.roundedUsdOrNull(fee)];
      sales.push({
        setNumber: setNumber ?? '',
        platform: 'brickowl',
        saleDay: row.day(day, parseOwlDay, '2026-12-31'),
        quantity: units,
        grossCents: gross,
        ...UNKNOWN_COSTS,
        platformFeesCents: all && feeOfAll !== null ? Math.round((feeOfAll * gross) / all) : null,
        notes: `BrickOwl order ${row.requiredText(order)}`,
      });
    };
  },
};

/** Sets and minifigures of the ledger; the price paid is of one copy. */
export const brickEconomyLedgerLayout: Layout<SaleInFile> = {
  name: 'BrickEconomy sales ledger',
  isForeign: true,
  documents: ['json'],
  required: ['Set Number', 'Sale Price Total', 'Sale Quantity', 'Sale Date'],
  optional: ['Currency', 'Sale Price Shipping', 'Sale Price Fees', 'Buy Price', 'Notes'],
  alsoCalled: {
    'Set Number': ['Number', 'Minifig Number'],
    'Sale Price Total': ['Sale Price', 'Sale Total'],
    'Sale Quantity': ['Quantity', 'Qty'],
    'Sale Date': ['Date Sold', 'Sold'],
    'Sale Price Shipping': ['Sale Shipping', 'Shipping'],
    'Sale Price Fees': ['Sale Fees', 'Fees'],
    'Buy Price': ['Paid', 'Price Paid'],
  },
  reader: (column) => {
    const [number, total, quantity, day] = positionsOf(
      column,
      'Set Number',
      'Sale Price Total',
      'Sale Quantity',
      'Sale Date',
    );
    const [shipping, fees, paid] = positionsOf(column, 'Sale Price Shipping', 'Sale Price Fees', 'Buy Price');
    const [currency, notes] = positionsOf(column, 'Currency', 'Notes');
    return (row, sales) => {
      requireDollars(row, currency, total, shipping, fees, paid);
      const units = row.wholeNumber(quantity, 1);
      const cost = row.roundedUsdOrNull(paid);
      sales.push({
        setNumber: row.setNumber(number),
        platform: 'other',
        saleDay: row.day(day, ...ISO_DAYS),
        quantity: units,
        grossCents: row.roundedUsdOrNull(total) ?? row.usd(total),
        platformFeesCents: row.roundedUsdOrNull(fees),
        paymentFeesCents: null,
        shippingCents: row.roundedUsdOrNull(shipping),
        costBasisCents: cost === null ? null : cost * units,
        notes: row.textOrNull(notes),
      });
    };
  },
};
