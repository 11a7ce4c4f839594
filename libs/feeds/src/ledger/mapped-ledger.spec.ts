import { parseIsoDay } from '@brickmarket/domain';
import { readAll, TemporaryFolder } from '../testing/feed-files.ts';
import { isSalesMapping, suggestSalesColumns } from './mapped-ledger.ts';
import { type LedgerOptions, readSalesLedger } from './read-sales-ledger.ts';

const folder = new TemporaryFolder();
const read = (content: string, options?: LedgerOptions) =>
  readAll(readSalesLedger(folder.write('sales.csv', content), options));

const HEADER = 'LEGO set,Date sold,Sold for,Where,Fees\n';
const COLUMNS = {
  set_number: 'LEGO set',
  sale_date: 'Date sold',
  gross_proceeds_usd: 'sold for',
  platform: 'Where',
  platform_fees_usd: 'Fees',
};
const UNSAID = { paymentFeesCents: null, shippingCents: null, costBasisCents: null, notes: null };

describe('sales whose columns a person names', () => {
  it('are read by the columns that were named: one copy where none are counted, a platform as one word', async () => {
    const { records, rejects } = await read(
      `${HEADER}100-1,25/12/2025,120.50,Facebook Marketplace,4.10\n101-1,2026-01-05,80,,\n`,
      { columns: COLUMNS },
    );
    expect(rejects).toEqual([]);
    expect(records).toEqual([
      {
        setNumber: '100-1',
        platform: 'facebook_marketplace',
        saleDay: parseIsoDay('2025-12-25'),
        quantity: 1,
        grossCents: 12_050,
        platformFeesCents: 410,
        ...UNSAID,
      },
      {
        setNumber: '101-1',
        platform: 'other',
        saleDay: parseIsoDay('2026-01-05'),
        quantity: 1,
        grossCents: 8_000,
        platformFeesCents: null,
        ...UNSAID,
      },
    ]);
  });

  it('count copies by the column that was named, from one copy on', async () => {
    const { records, rejects } = await read(
      'Set,Day,Gross,Copies\n1-1,2026-01-05,10,1\n2-1,2026-01-05,10,3\n3-1,2026-01-05,10,0\n',
      {
        columns: { set_number: 'Set', sale_date: 'Day', gross_proceeds_usd: 'Gross', quantity: 'Copies' },
      },
    );
    expect(records.map(({ quantity }) => quantity)).toEqual([1, 3]);
    expect(rejects.map(({ line }) => line)).toEqual([4]);
  });

  it('reject a row without day or proceeds, and go on', async () => {
    const { records, rejects } = await read(`${HEADER}100-1,,10,,\n100-1,2026-01-05,,,\n100-1,2026-01-06,10,,\n`, {
      columns: COLUMNS,
    });
    expect(records).toHaveLength(1);
    expect(rejects.map(({ line }) => line)).toEqual([2, 3]);
  });

  it('are not guessed when their days fit both orders', async () => {
    const ambiguous = `${HEADER}100-1,01/02/2026,10,,\n`;
    await expect(read(ambiguous, { columns: COLUMNS })).rejects.toMatchObject({ flaw: 'date-format' });
    const { records } = await read(ambiguous, { columns: COLUMNS, dateFormat: 'MM/DD/YYYY' });
    expect(records).toMatchObject([{ saleDay: parseIsoDay('2026-01-02') }]);
  });

  it('are suggested by the usual names of such columns', () => {
    const suggested = suggestSalesColumns(['Item', 'Date sold', 'Marketplace', 'Sold for', 'Fees', 'Postage']);
    expect(suggested).toEqual({
      set_number: 'Item',
      sale_date: 'Date sold',
      platform: 'Marketplace',
      gross_proceeds_usd: 'Sold for',
      platform_fees_usd: 'Fees',
      shipping_cost_usd: 'Postage',
    });
    expect([isSalesMapping(suggested), isSalesMapping({ set_number: 'Item', sale_date: 'Day' })]).toEqual([
      true,
      false,
    ]);
  });

  it.each([
    [
      'set_number',
      'Set number,Set no,Set num,Set ID,Item number,Item no,Item ID,Number,Set nr,LEGO set,LEGO number,' +
        'Product number,Set,Item,SKU,No,Nr',
    ],
    ['platform', 'Platform,Marketplace,Sold on,Sold via,Channel,Site,Where,Store,Shop'],
    ['sale_date', 'Sale date,Date sold,Sold date,Date of sale,Sold at,Order date,Transaction date,Sold,Date,When'],
    ['quantity', 'Quantity,Qty,Copies,Count,Units,How many'],
    [
      'gross_proceeds_usd',
      'Gross proceeds (USD),Gross proceeds,Proceeds,Sale price,Sold for,Sold price,Selling price,Gross,Sale total,' +
        'Order total,Total,Revenue,Amount,Price (USD),Price',
    ],
    ['platform_fees_usd', 'Platform fees (USD),Platform fees,Platform fee,Selling fees,Seller fees,Fees,Fee'],
    ['payment_fees_usd', 'Payment fees (USD),Payment fees,Payment fee,Processing fees,Processing fee,PayPal fee'],
    ['shipping_cost_usd', 'Shipping cost (USD),Shipping cost,Shipping paid,Shipping,Postage'],
    ['cost_basis_usd', 'Cost basis (USD),Cost basis,Purchase price,Price paid,Bought for,My cost,Cost,Paid'],
    ['notes', 'Notes,Note,Remarks,Remark,Comments,Comment,Description'],
  ])('have the column %s by each of these names', (column, names) => {
    for (const name of names.split(',')) expect(suggestSalesColumns([name])).toEqual({ [column]: name });
  });
});
