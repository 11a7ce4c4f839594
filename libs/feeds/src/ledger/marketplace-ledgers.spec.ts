import { parseIsoDay } from '@brickmarket/domain';
import { readAll, TemporaryFolder } from '../testing/feed-files.ts';
import { readSalesLedger } from './read-sales-ledger.ts';

const folder = new TemporaryFolder();
const read = (content: string) => readAll(readSalesLedger(folder.write('sales', content)));

const ORDER = `<ORDERS><ORDER><ORDERID>123</ORDERID><ORDERDATE>11/25/2025 4:30:00 PM</ORDERDATE>
  <ORDERSTATUS>Completed</ORDERSTATUS><BUYER>someone</BUYER><LOCATION>12 Privet Drive</LOCATION>
  <ITEM><ITEMID>75192-1</ITEMID><ITEMTYPE>S</ITEMTYPE><QTY>2</QTY><PRICE>700.5000</PRICE><CONDITION>N</CONDITION></ITEM>
  <ITEM><ITEMID>3001</ITEMID><ITEMTYPE>P</ITEMTYPE><QTY>1,752</QTY><PRICE>0.1</PRICE></ITEM>
  <BASECURRENCYCODE>USD</BASECURRENCYCODE></ORDER></ORDERS>`;

it('reads BrickLink orders by item, and stores no address', async () => {
  const { records, rejects, sources } = await read(ORDER);
  expect(records).toEqual([
    {
      setNumber: '75192-1',
      platform: 'bricklink',
      saleDay: parseIsoDay('2025-11-25'),
      quantity: 2,
      grossCents: 140_100,
      platformFeesCents: null,
      paymentFeesCents: null,
      shippingCents: null,
      costBasisCents: null,
      notes: 'BrickLink order 123',
    },
  ]);
  expect(rejects.map(({ reason }) => reason)).toEqual(['Item Type is "P", a part: only sets (S) are taken']);
  expect(`${sources[0]!.text}${rejects[0]!.row}`).not.toContain('Privet');
});

it.each([
  ['in euros', ORDER.replace('>USD<', '>EUR<'), /the amount is 700.5000 EUR: correct the row/],
  ['canceled', ORDER.replace('Completed', 'Cancelled'), /Cancelled: it is no sale/],
  ['placed by the owner', ORDER.replaceAll('BUYER', 'SELLER'), /a purchase: it is no sale/],
])('rejects the sets of a BrickLink order that is %s', async (_, file, reason) => {
  const { records, rejects } = await read(file);
  expect([records, rejects[0]!.reason]).toEqual([[], expect.stringMatching(reason)]);
});

it('asks for the order of days that fit both', async () => {
  await expect(read(ORDER.replace('11/25', '11/02'))).rejects.toMatchObject({ flaw: 'date-format' });
});

it('reads BrickOwl orders as JSON, with numbers of the name or the ids, and shares the fee', async () => {
  const file = JSON.stringify({
    42: {
      order_id: '42',
      iso_order_time: '2026-02-03T10:11:12+00:00',
      base_currency: 'USD',
      sub_total: '100.00',
      brickowl_fee: '2.50',
      items: [
        {
          boid: '1',
          name: 'LEGO Millennium Falcon Set 75192',
          type: 'Set',
          ordered_quantity: '1',
          base_price: '60.00',
        },
        {
          ...{ boid: '2', name: 'LEGO Galaxy Explorer', type: 'Set', ordered_quantity: '2', base_price: '20.00' },
          ids: [{ id: '10497-1', type: 'set_number' }],
        },
        { boid: '3', name: 'LEGO Brick 3001', type: 'Part', ordered_quantity: '9', base_price: '0.10' },
      ],
    },
  });
  const { records, rejects } = await read(file);
  expect(
    records.map(({ setNumber, saleDay, grossCents, platformFeesCents }) => [
      setNumber,
      saleDay,
      grossCents,
      platformFeesCents,
    ]),
  ).toEqual([
    ['75192', parseIsoDay('2026-02-03'), 6_000, 150],
    ['10497-1', parseIsoDay('2026-02-03'), 4_000, 100],
  ]);
  expect(rejects.map(({ reason }) => reason)).toEqual(['Type is "Part": only sets are taken']);
});

const SOLD = {
  set_number: '10292-1',
  name: 'The Friends Apartments',
  currency: 'USD',
  sale_price_total: 84,
  sale_price_unit: 78,
  sale_price_shipping: 5,
  sale_price_fees: 5.5,
  sale_quantity: 2,
  sale_condition: 'new',
  sale_date: '2021-03-03',
  buy_price: 70.25,
};

it.each([
  ['JSON', JSON.stringify({ data: { set_sales_count: 1, set_sales: [SOLD], periods: [{ value: 1 }] } })],
  ['CSV', `${Object.keys(SOLD).join(',')}\n${Object.values(SOLD).join(',')}\n`],
])('reads the sales ledger of BrickEconomy as %s', async (_, file) => {
  const { records, rejects } = await read(file);
  expect(rejects).toEqual([]);
  expect(records).toMatchObject([
    {
      ...{ setNumber: '10292-1', platform: 'other', saleDay: parseIsoDay('2021-03-03'), quantity: 2 },
      ...{ grossCents: 8_400, platformFeesCents: 550, shippingCents: 500, costBasisCents: 14_050 },
    },
  ]);
});

it('rejects a sale in another currency instead of booking it as dollars', async () => {
  const { records, rejects } = await read(JSON.stringify({ data: { set_sales: [{ ...SOLD, currency: 'EUR' }] } }));
  expect([records, rejects.map(({ reason }) => reason)]).toEqual([
    [],
    ['the amount is 84 EUR: correct the row with the amount in USD'],
  ]);
});
