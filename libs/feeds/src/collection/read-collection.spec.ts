import { join } from 'node:path';
import { isPlainName, parseIsoDay } from '@brickmarket/domain';
import * as fc from 'fast-check';
import { cellText, readAll, TemporaryFolder } from '../testing/feed-files.ts';
import { writeCsvFile } from '../writing/csv.ts';
import type { CollectionEntry, CollectionOptions } from './collection-entry.ts';
import { collectionCsv, readCollection } from './read-collection.ts';

const folder = new TemporaryFolder();
const read = (content: string, options?: CollectionOptions) =>
  readAll(readCollection(folder.write('collection.csv', content), options));
const BRICK_ECONOMY = 'Number,Theme,Subtheme,Year,SetName,Retail,Paid,Value,Condition,Date,Notes\n';
const bare = { purchasePriceCents: null, purchaseDay: null, status: null, notes: null };
const holdings = (batch: { records: CollectionEntry[] }) => batch.records.map((entry) => entry.holding);

describe('readCollection', () => {
  it('reads BrickEconomy, one copy a row', async () => {
    const all = await read(
      `${BRICK_ECONOMY}100-1,Castle,,1990,"Keep, big",$49.99,"$1,040.08",$90.00,New,25/12/2020,"a ""gift"""\n` +
        '100-1,Castle,,1990,Keep,,,,UsedIncomplete,,\n',
    );
    expect(all.rejects).toEqual([]);
    expect(holdings(all)).toEqual([
      {
        setNumber: '100-1',
        quantity: 1,
        condition: 'sealed',
        purchasePriceCents: 104_008,
        purchaseDay: parseIsoDay('2020-12-25'),
        status: null,
        notes: 'a "gift"',
      },
      { setNumber: '100-1', quantity: 1, condition: 'used', ...bare },
    ]);
  });

  it('reads a file twice only where its days may have slashes', async () => {
    const chunksOf = async (header: string, row: string): Promise<number> => {
      let chunks = 0;
      const signal = {
        get aborted() {
          return chunks++ < 0;
        },
      } as AbortSignal;
      await read(header + row.repeat(20_000), { limits: { maxBytes: 1e9, maxLines: 1e9, signal } });
      return chunks;
    };
    // The beginning is looked at for the separator, of each reading, and for the kind.
    expect(await chunksOf('set_number,quantity,condition,notes\n', '100-1,1,sealed,stored in the attic\n')).toBe(6);
    expect(await chunksOf(BRICK_ECONOMY, '100-1,,,,Keep,,,,New,25/12/2020,\n')).toBe(8);
  });

  it.each(['UsedAsNew', 'UsedComplete', 'UsedIncomplete'])('takes %s for used', async (condition) => {
    expect(holdings(await read(`${BRICK_ECONOMY}100-1,,,,Keep,,,,${condition},,\n`))).toMatchObject([
      { condition: 'used' },
    ]);
  });

  it.each([
    ['€40.08', 'gift; Paid €40.08'],
    ['40,08 €', 'gift; Paid 40,08 €'],
    ['CA$40.08', 'gift; Paid CA$40.08'],
    ['£1,040.08', 'gift; Paid £1,040.08'],
    ['kr. 400', 'gift; Paid kr. 400'],
  ])('keeps %s as written, and takes it for no dollars', async (paid, notes) => {
    const { records, warnings } = await read(`${BRICK_ECONOMY}100-1,,,,Keep,,"${paid}",,New,,gift\n`);
    expect(records[0]!.holding).toMatchObject({ purchasePriceCents: null, notes });
    expect(warnings[0]!.reason).toMatch(/kept in the notes, as costs are in USD/);
  });

  it.each(['US$40.08', 'USD 40.08', '40.08 USD', '$40.08', '40.08'])('reads %s as dollars', async (paid) => {
    const { records } = await read(`${BRICK_ECONOMY}100-1,,,,Keep,,${paid},,New,,\n`);
    expect(records[0]!.holding).toMatchObject({ purchasePriceCents: 4_008, notes: null });
  });

  it('rejects what is no amount and conditions nobody knows', async () => {
    const { rejects } = await read(`${BRICK_ECONOMY}100-1,,,,Keep,,a lot,,New,,\n100-1,,,,Keep,,,,Mint,,\n`);
    expect(rejects.map((reject) => [reject.line, reject.reason])).toEqual([
      [2, 'Paid is "a lot": write dollars like 12.34'],
      [3, 'Condition is "Mint": write one of new, usedasnew, usedcomplete, usedincomplete'],
    ]);
  });

  it.each([
    ['semicolons', ';'],
    ['tabs', '\t'],
    ['commas', ','],
  ])('reads cells that are separated by %s, with decimal points or commas', async (_, separator) => {
    const lines = [
      ['set_number', 'quantity', 'condition', 'purchase_price_usd', 'notes'],
      ['100-1', '1', 'sealed', '"1.234,50"', `"a ""gift""${separator} new"`],
      ['100-1', '2', 'used', '12.5', ''],
      ['100-1', '3', 'used', '"$1,234.56"', 'plain'],
    ];
    const all = await read(lines.map((cells) => cells.join(separator)).join('\r\n'));
    expect(all.rejects).toEqual([]);
    expect(
      holdings(all).map(({ quantity, purchasePriceCents, notes }) => [quantity, purchasePriceCents, notes]),
    ).toEqual([
      [1, 123_450, `a "gift"${separator} new`],
      [2, 1_250, null],
      [3, 123_456, 'plain'],
    ]);
  });

  it('rejects prices with more than two decimals instead of rounding them', async () => {
    const { records, rejects } = await read(
      `${BRICK_ECONOMY}100-1,,,,Keep,,$40.085,,New,,\n100-1,,,,Keep,,$40.0800,,New,,\n`,
    );
    expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'Paid is "$40.085": write dollars with at most two decimals, like 12.34'],
    ]);
    expect(records.map(({ holding }) => holding.purchasePriceCents)).toEqual([4_008]);
  });

  it.each(['1,234', '1.234'])(
    'does not guess whether %s means thousands where commas do not separate cells',
    async (price) => {
      const { records, rejects } = await read(
        `set_number;quantity;condition;purchase_price_usd\n100-1;1;sealed;${price}\n`,
      );
      expect(records).toEqual([]);
      expect(rejects[0]?.reason).toBe(
        `purchase_price_usd is "${price}": can be read as thousands and as decimals: write dollars like 1234.00`,
      );
    },
  );

  it('reads all days by the one that can be read in one way only', async () => {
    const all = await read(`${BRICK_ECONOMY}100-1,,,,Keep,,,,New,03/04/2020,\n100-1,,,,Keep,,,,New,03/25/2020,\n`);
    expect(holdings(all).map((holding) => holding.purchaseDay)).toEqual([
      parseIsoDay('2020-03-04'),
      parseIsoDay('2020-03-25'),
    ]);
  });

  it('refuses days that can be read in two ways, unless told which', async () => {
    const ambiguous = `${BRICK_ECONOMY}100-1,,,,Keep,,,,New,03/04/2020,\n`;
    await expect(read(ambiguous)).rejects.toThrow(/--date-format DD\/MM\/YYYY or --date-format MM\/DD\/YYYY/);
    expect(holdings(await read(ambiguous, { dateFormat: 'MM/DD/YYYY' }))[0]?.purchaseDay).toBe(
      parseIsoDay('2020-03-04'),
    );
    expect(holdings(await read(ambiguous, { dateFormat: 'DD/MM/YYYY' }))[0]?.purchaseDay).toBe(
      parseIsoDay('2020-04-03'),
    );
  });

  it('refuses days of both kinds, and rejects those of the other kind when told which counts', async () => {
    const mixed = `${BRICK_ECONOMY}100-1,,,,Keep,,,,New,25/12/2020,\n100-1,,,,Keep,,,,New,12/25/2020,\n`;
    await expect(read(mixed)).rejects.toThrow(/--date-format/);
    expect((await read(mixed, { dateFormat: 'DD/MM/YYYY' })).rejects).toMatchObject([
      { line: 3, reason: 'Date is "12/25/2020": write a day like 31/12/2026' },
    ]);
  });

  it.each([
    ['a day that no calendar has', '99/99/2020', ['12/25/2020', '03/04/2020']],
    ['a day that exists in neither order', '30/02/2020', ['12/25/2020', '03/04/2020']],
    ['one of the other order among many', '25/12/2020', ['12/25/2020', '12/26/2020', '12/27/2020', '12/28/2020']],
  ])('rejects %s alone, and reads the others by their own order', async (_, odd, days) => {
    const rows = [odd, ...days].map((day) => `100-1,,,,Keep,,,,New,${day},\n`).join('');
    const all = await read(BRICK_ECONOMY + rows);
    expect(all.rejects.map(({ line, reason }) => [line, reason])).toEqual([
      [2, `Date is "${odd}": write a day like 12/31/2026`],
    ]);
    expect(all.records).toHaveLength(days.length);
  });

  it.each(['Notes', 'My notes'])('reads the notes of Brickset, called %s', async (name) => {
    const all = await read(
      `Number,Set name,Qty owned,Qty owned new,Qty owned used,${name}\n100-1,Keep,3,1,2,"no box, torn"\n`,
    );
    expect(holdings(all)).toMatchObject([
      { quantity: 1, condition: 'sealed', notes: 'no box, torn' },
      { quantity: 2, condition: 'used', notes: 'no box, torn' },
    ]);
  });

  it('reads Brickset, new and used copies apart, and leaves out sets not owned', async () => {
    const all = await read(
      'Number,Theme,Set name,Qty owned,Qty owned new,Qty owned used,Date\n100-1,,Keep,3,1,2,03/04/2020\n' +
        '101-1,,Moat,0,0,0,\n102-1,,Gate,,,,\n\n\n',
    );
    expect(all.rejects).toEqual([]);
    expect(holdings(all)).toEqual([
      { setNumber: '100-1', quantity: 1, condition: 'sealed', ...bare },
      { setNumber: '100-1', quantity: 2, condition: 'used', ...bare },
    ]);
    expect(all.sources.map((source) => source.line)).toEqual([2, 2]);
  });

  it.each([
    ['Brickset of 2017', 'Number,SetName,QtyOwned\n100-1,Keep,2,\n'],
    [
      'BrickEconomy (old)',
      'Number,Theme,Subtheme,Year,Name,Owned,Wanted,Retail\n100-1,,,,Keep,2,0,\n101-1,,,,Moat,0,1,\n',
    ],
    ['a Rebrickable set list', 'Set Number,Quantity,Includes Spares,Inventory Ver\n100-1,2,True,1\n'],
    [
      'a Rebrickable set list with inventory ids',
      'Set Number,Quantity,Includes Spares,Inventory ID\r\n100-1,2,True,77\r\n',
    ],
  ])('asks for the condition that %s lacks', async (_, content) => {
    const untold = await read(content);
    expect(untold.records).toEqual([]);
    expect(untold.rejects).toMatchObject([{ line: 2, reason: expect.stringContaining('--condition sealed') }]);
    expect(holdings(await read(content, { condition: 'sealed' }))).toEqual([
      { setNumber: '100-1', quantity: 2, condition: 'sealed', ...bare },
    ]);
  });

  it('reads back the own format as it was written', async () => {
    const text = cellText;
    const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
    const entry: fc.Arbitrary<CollectionEntry> = fc.record({
      holding: fc.record({
        setNumber: fc.constantFrom('100-1', '1224.1-1'),
        quantity: fc.integer({ min: 1, max: 99 }),
        condition: fc.constantFrom('sealed', 'used'),
        purchasePriceCents: orNull(fc.nat(9_999_999)),
        purchaseDay: orNull(fc.integer({ min: 0, max: 30_000 })),
        status: fc.constantFrom('owned', 'listed', 'sold'),
        notes: orNull(text),
      }),
      brickfolio: orNull(text.filter(isPlainName)),
    });
    const file = join(folder.path, 'own.csv');
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 4 }), async (entries) => {
        await writeCsvFile(file, collectionCsv, entries);
        await expect(readAll(readCollection(file))).resolves.toMatchObject({ records: entries, rejects: [] });
      }),
      { numRuns: 200 },
    );
  });

  it('takes an empty status for owned', async () => {
    expect(holdings(await read('set_number,quantity,condition\n100-1,1,used\n'))).toEqual([
      { setNumber: '100-1', quantity: 1, condition: 'used', ...bare },
    ]);
  });

  it('names the kinds it knows when the header is of none', async () => {
    await expect(read('foo,bar\n1,2\n')).rejects.toThrow(
      new RegExp(
        'no header of a known kind; expected .*BrickEconomy collection: Number, SetName' +
          '.*Rebrickable set list.*; found foo, bar',
      ),
    );
  });
});
