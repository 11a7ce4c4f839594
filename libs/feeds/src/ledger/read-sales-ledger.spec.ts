import { join } from 'node:path';
import { parseIsoDay, type Sale } from '@brickmarket/domain';
import * as fc from 'fast-check';
import { cellText, readAll, TemporaryFolder } from '../testing/feed-files.ts';
import { writeCsvFile } from '../writing/csv.ts';
import { type LedgerOptions, readSalesLedger, salesLedgerCsv } from './read-sales-ledger.ts';
import { findSetNumberInLabel } from './set-numbers.ts';

const folder = new TemporaryFolder();
const read = (content: string, options?: LedgerOptions) =>
  readAll(readSalesLedger(folder.write('sales.csv', content), options));
const EBAY =
  '\uFEFF"Orders report"\n\n' +
  '"Sales Record Number","Order Number","Buyer Note","Item Title","Custom Label","Quantity","Sold For",' +
  '"Shipping And Handling","Total Price","Sale Date"\n';
const AMAZON =
  '"Includes Amazon Marketplace, Fulfillment by Amazon (FBA)"\n"All amounts in USD, unless specified"\n' +
  '"Definitions:"\n"Sales tax collected: Includes sales tax collected"\n' +
  '"date/time","settlement id","type","order id","sku","description","quantity","product sales","product ' +
  'sales tax","shipping credits","gift wrap credits","promotional rebates","marketplace withheld tax",' +
  '"selling fees","fba fees","other transaction fees","other","total"\n';

describe('readSalesLedger', () => {
  it('reads an eBay orders report below its preamble and above its footer', async () => {
    const { records, rejects } = await read(
      `${EBAY}"1","11-1","","Keep, ""big""","KEEP-100123-1-NEW","1","$25.00","$5.50","$33.00","Sep-27-26"\n\n` +
        '"1","record(s) downloaded,"," from Sep-01-26"\n"Seller ID : somebody"\n',
    );
    expect(rejects).toEqual([]);
    expect(records).toEqual([
      {
        setNumber: '100123-1',
        platform: 'ebay',
        saleDay: parseIsoDay('2026-09-27'),
        quantity: 1,
        grossCents: 3050,
        platformFeesCents: null,
        paymentFeesCents: null,
        shippingCents: null,
        costBasisCents: null,
        notes: 'eBay order 11-1',
      },
    ]);
  });

  it('takes the eBay price for that of one copy, unless the total is too small for that', async () => {
    const { records } = await read(
      `${EBAY}1,11-1,,Keep,1001,2,$25.00,$5.00,$55.00,Sep-27-26\n2,11-2,,Keep,1001,2,$50.00,$5.00,$55.00,Sep-27-26\n`,
    );
    expect(records.map((sale) => sale.grossCents)).toEqual([5500, 5500]);
  });

  it('passes over the total row of an eBay order and rejects items without a set number', async () => {
    const { records, rejects } = await read(
      `${EBAY}1,11-1,,,,2,,$5.00,$55.00,Sep-27-26\n1,11-1,,Keep,1001-1,1,$25.00,,,Sep-27-26\n` +
        '1,11-1,,Moat,MOAT,1,$25.00,,,Sep-27-26\n2,11-2,,Keep,1001-1,1,$25.00,,,27/09/2026\n',
    );
    expect(records).toMatchObject([{ setNumber: '1001-1', grossCents: 2500 }]);
    expect(rejects.map((reject) => [reject.line, reject.reason])).toEqual([
      [6, 'no set number in the custom label "MOAT": put one like 75192-1 there'],
      [7, 'Sale Date is "27/09/2026": write a day like Sep-27-26'],
    ]);
  });

  it('takes an eBay item without a set number in its label for the one known set that its title names', async () => {
    const known = new Map([
      ['75192', '75192-1'],
      ['75192-1', '75192-1'],
      ['10179', '10179-1'],
    ]);
    const sold = (title: string, label = '') => `1,11-1,,${title},${label},1,$25.00,,,Sep-27-26\n`;
    const { records, rejects, warnings } = await read(
      EBAY +
        sold('LEGO 75192 Falcon 7541 pieces 2017') +
        sold('Falcon 75192-1 (75192)', 'shelf A') +
        sold('Falcons 75192 and 10179') +
        sold('Falcon 75193') +
        sold('like 75192', '10179-1'),
      { findSet: (number) => known.get(number) ?? null },
    );
    expect(records.map((sale) => sale.setNumber)).toEqual(['75192-1', '75192-1', '10179-1']);
    expect(warnings.map(({ line, reason }) => [line, reason])).toEqual([
      [4, 'no set number in the custom label "": taken for set 75192-1, which the title names'],
      [5, 'no set number in the custom label "shelf A": taken for set 75192-1, which the title names'],
    ]);
    expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([
      [
        6,
        'no set number in the custom label "", and the title names several sets (75192-1, 10179-1): put the ' +
          'right one there',
      ],
      [7, 'no set number in the custom label "": put one like 75192-1 there'],
    ]);
  });

  it('rejects amounts with more than two decimals instead of rounding them, and takes a fee below 0', async () => {
    const { records, rejects } = await read(
      'set_number;platform;sale_date;quantity;gross_proceeds_usd;platform_fees_usd\n' +
        '100-1;ebay;2026-09-27;1;25,50;1.005\n100-1;ebay;2026-09-27;1;25,50;-1,00\n' +
        '100-1;ebay;2026-09-27;1;25,50;1,00\n',
    );
    expect(records).toMatchObject([
      { grossCents: 2550, platformFeesCents: -100 },
      { grossCents: 2550, platformFeesCents: 100 },
    ]);
    expect(rejects.map(({ line }) => line)).toEqual([2]);
  });

  it('reads the orders of Amazon date-range transactions with their fees', async () => {
    const { records, rejects, warnings } = await read(
      `${AMAZON}"Sep 7, 2026 11:05:09 PM PDT","1","Order","111-1","1001-1-A","Keep","2","1,200.00","96.00",` +
        '"10.00","0","-5.00","-96.00","-180.00","-12.34","-1.00","0","1,011.66"\n' +
        '"Sep 8, 2026 1:00:00 AM PDT","1","Transfer","","","To account","","0","0","0","0","0","0","0","0",' +
        '"0","-900.00","-900.00"\n' +
        '"Sep 9, 2026 1:00:00 AM PDT","1","Refund","111-1","1001-1-A","Keep","1","-600.00","0","0","0","0",' +
        '"0","90.00","0","0","0","-510.00"\n',
    );
    expect(rejects).toEqual([]);
    expect(records).toEqual([
      {
        setNumber: '1001-1',
        platform: 'amazon',
        saleDay: parseIsoDay('2026-09-07'),
        quantity: 2,
        grossCents: 120_500,
        platformFeesCents: 19_334,
        paymentFeesCents: null,
        shippingCents: null,
        costBasisCents: null,
        notes: 'Amazon order 111-1',
      },
    ]);
    expect(records.map((sale) => sale.grossCents - sale.platformFeesCents!)).toEqual([101_166]);
    expect(warnings).toMatchObject([{ line: 8, reason: expect.stringContaining('refund of order 111-1') }]);
  });

  it('rejects Amazon orders without a set number in the sku, and those whose credits are below 0', async () => {
    const order = (sku: string, sold: string, rebate: string) =>
      `"Sep 7, 2026 1:05:09 PM PDT","1","Order","111-1","${sku}","Keep","1","${sold}","0","0","0","${rebate}",` +
      '"0","-1.00","0","0","0","0"\n';
    const { records, rejects } = await read(
      AMAZON + order('MOAT', '10.00', '0') + order('1001-1', '10.00', '-10.01') + order('1001-1', '10.00', '-10.00'),
    );
    expect(records).toMatchObject([{ setNumber: '1001-1', grossCents: 0 }]);
    expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([
      [6, 'no set number in the sku "MOAT": put one like 75192-1 there'],
      [7, 'the credits of the order add up to less than 0'],
    ]);
  });

  it('reads back the own format as it was written', async () => {
    const cents = fc.nat(9_999_999);
    const sale: fc.Arbitrary<Sale> = fc.record({
      setNumber: fc.constant('100-1'),
      platform: fc.constantFrom('ebay', 'bricklink', 'other'),
      saleDay: fc.integer({ min: 0, max: 30_000 }),
      quantity: fc.integer({ min: 1, max: 99 }),
      grossCents: cents,
      // A negative fee is a credit.
      platformFeesCents: fc.integer({ min: -9_999_999, max: 9_999_999 }),
      paymentFeesCents: cents,
      shippingCents: fc.integer({ min: -9_999_999, max: 9_999_999 }),
      costBasisCents: fc.option(cents, { nil: null }),
      notes: fc.option(cellText, { nil: null }),
    });
    const file = join(folder.path, 'own.csv');
    await fc.assert(
      fc.asyncProperty(fc.array(sale, { maxLength: 4 }), async (sales) => {
        await writeCsvFile(file, salesLedgerCsv, sales);
        await expect(readAll(readSalesLedger(file))).resolves.toMatchObject({ records: sales, rejects: [] });
      }),
      { numRuns: 200 },
    );
  });

  it('takes empty fees for 0 and an empty cost for unknown; rejects what is missing', async () => {
    const { records, rejects } = await read(
      'set_number,platform,sale_date,quantity,gross_proceeds_usd\n100-1,eBay,2026-09-27,1,25\n' +
        '100-1,my shop,2026-09-27,1,25\n100-1,ebay,,1,25\n',
    );
    expect(records).toMatchObject([{ platform: 'ebay', platformFeesCents: null, costBasisCents: null, notes: null }]);
    expect(rejects.map((reject) => reject.reason)).toEqual([
      'platform is "my shop": write one word like ebay, bricklink, amazon or other',
      'sale_date is empty: write a day like 2026-12-31',
    ]);
  });
});

describe('findSetNumberInLabel', () => {
  it.each([
    ['75192', '75192'],
    ['NEW_75192-1_A3', '75192-1'],
    ['75192-2024', '75192'],
    ['box 12, 10213-2', '10213-2'],
    ['SW75192', null],
    ['123', null],
    ['', null],
  ])('in %p is %p', (label, number) => {
    expect(findSetNumberInLabel(label)).toBe(number);
  });
});
