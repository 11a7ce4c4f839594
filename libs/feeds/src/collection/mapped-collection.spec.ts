import { parseIsoDay } from '@brickmarket/domain';
import { FeedError } from '../reading/feed-text.ts';
import { readAll, TemporaryFolder } from '../testing/feed-files.ts';
import type { CollectionOptions } from './collection-entry.ts';
import { suggestColumns } from './mapped-collection.ts';
import { readCollection } from './read-collection.ts';

const folder = new TemporaryFolder();
const read = (content: string, options?: CollectionOptions) =>
  readAll(readCollection(folder.write('collection.csv', content), options));

const OWN_SHEET = 'LEGO set;How many;State;I paid;When;Where\n';
const COLUMNS = {
  set_number: 'lego set',
  quantity: 'How many',
  condition: 'State',
  purchase_price_usd: 'I paid',
  purchase_date: 'When',
  brickfolio: 'Where',
};

describe('a collection whose columns a person names', () => {
  it('is read by the columns that were named, whatever they are called and however cells are separated', async () => {
    const { records, rejects } = await read(
      `${OWN_SHEET}100-1;2;MISB;12,50;25/12/2020;Attic\n101-1;;Used complete;;2021-01-05;\n102-1;0;used;;;\n`,
      { columns: COLUMNS },
    );
    expect(rejects).toEqual([]);
    const facts = { status: null, notes: null };
    expect(records).toEqual([
      {
        holding: {
          setNumber: '100-1',
          quantity: 2,
          condition: 'sealed',
          purchasePriceCents: 1_250,
          purchaseDay: parseIsoDay('2020-12-25'),
          ...facts,
        },
        brickfolio: 'Attic',
      },
      {
        holding: {
          setNumber: '101-1',
          quantity: 1,
          condition: 'used',
          purchasePriceCents: null,
          purchaseDay: parseIsoDay('2021-01-05'),
          ...facts,
        },
        brickfolio: null,
      },
    ]);
  });

  it('needs no more than the column of the set numbers, and does not guess the condition', async () => {
    const sheet = 'What,Colour\n100-1,red\n';
    const columns = { set_number: 'What' };
    expect((await read(sheet, { columns })).rejects).toMatchObject([
      { line: 2, reason: expect.stringContaining('--condition sealed') },
    ]);
    expect((await read(sheet, { columns, condition: 'used' })).records).toMatchObject([
      { holding: { setNumber: '100-1', quantity: 1, condition: 'used' } },
    ]);
  });

  it('rejects the rows whose cells are not what their column was said to be', async () => {
    const { rejects } = await read(`${OWN_SHEET}100-1;2;so so;1;;\n100-1;many;new;1;;\n100-1;1;new;1;soon;\n`, {
      columns: COLUMNS,
      dateFormat: 'DD/MM/YYYY',
    });
    expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'State is "so so": write new or used'],
      [3, 'How many is "many": write a whole number, at least 0'],
      [4, 'When is "soon": write a day like 31/12/2026'],
    ]);
  });

  it('says which named columns the file does not have', async () => {
    await expect(read('Other,Things\n1,2\n', { columns: { set_number: 'What' } })).rejects.toThrow(
      'lacks the columns What; expected Your columns: What; found Other, Things',
    );
  });

  it('tells the columns of a file of no known kind, below its preamble and by its separator', async () => {
    const fault = await read('My sets\n\nWhat;Count;Bought\n100-1;1;2020-01-01\n').catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(FeedError);
    expect(fault).toMatchObject({ flaw: 'unknown-header', columns: ['What', 'Count', 'Bought'] });
    expect((fault as FeedError).problem).toContain('--column set_number=');
  });

  it('suggests the columns that are called as such columns usually are', () => {
    expect(suggestColumns(['Item No.', 'Qty', 'New/Used', 'Price Paid', 'Date bought', 'Remarks', 'Colour'])).toEqual({
      set_number: 'Item No.',
      quantity: 'Qty',
      condition: 'New/Used',
      purchase_price_usd: 'Price Paid',
      purchase_date: 'Date bought',
      notes: 'Remarks',
    });
    expect(suggestColumns(['Set', 'Shipping', 'Sales tax', 'Seller', 'Shelf'])).toEqual({
      ...{ set_number: 'Set', shipping_paid_usd: 'Shipping', tax_paid_usd: 'Sales tax' },
      ...{ bought_from: 'Seller', stored_at: 'Shelf' },
    });
    expect(suggestColumns(['Set No', 'Name'])).toEqual({ set_number: 'Set No', title: 'Name' });
    expect(suggestColumns(['Foo', 'Bar'])).toEqual({});
  });
});

describe('the condition of a copy', () => {
  it.each([
    ['sealed', 'Sealed,New,N,New (sealed),MISB,NIB,BNIB,Unopened'],
    ['used', 'Used,U,Opened,Open,Built,Complete,Incomplete,Used as new,Used complete,Used incomplete,Used - like new'],
  ])('is %s by each of these words', async (condition, words) => {
    const rows = words.split(',').map((word) => `100-1,${word}\n`);
    const columns = { set_number: 'Set', condition: 'State' };
    const { records, rejects } = await read(`Set,State\n${rows.join('')}`, { columns });
    expect(rejects).toEqual([]);
    expect(records.map(({ holding }) => holding.condition)).toEqual(rows.map(() => condition));
  });
});

describe('headings as they vary from export to export', () => {
  it.each([
    [
      'BrickEconomy collection',
      'Set Number,Set name,Purchase price,Condition,Acquired date,Notes\n100-1,Keep,$5.00,New,,\n',
    ],
    [
      'BrickEconomy collection',
      'Number,Theme,SetName,Retail price,Paid price,Condition,Date,Notes\n100-1,C,K,$9,$5.00,New,,\n',
    ],
    ['Brickset export', 'Set number,Name,Quantity owned,Qty new,Qty used\n100-1,Keep,1,1,0\n'],
    ['Rebrickable set list', 'set_num,quantity,includes_spares\n100-1,1,f\n'],
    ['BrickLink inventory', 'Item Type,Item No,Color,Quantity,Condition,My Cost,Price\nS,100-1,0,1,N,5.00,9.99\n'],
    ['BrickLink inventory', 'ITEMTYPE\tITEMID\tQTY\tCONDITION\tREMARKS\nSet\t100-1\t1\tNew\tbox 4\n'],
  ])('knows a file for a %s', async (kind, content) => {
    const batches = [];
    for await (const batch of readCollection(folder.write('known.csv', content), { condition: 'sealed' }))
      batches.push(batch);
    expect(batches.flatMap(({ rejects }) => rejects)).toEqual([]);
    expect(batches.at(-1)!.source).toBe(kind);
    expect(batches.flatMap(({ records }) => records)).toMatchObject([
      { holding: { setNumber: '100-1', quantity: 1, condition: 'sealed' } },
    ]);
  });

  it.each([
    'Number,Title,Paid,Condition,Date\n100-1,Keep,,New,\n',
    'Number,Name,Qty owned,Qty owned new,Qty owned used\n100-1,Keep,1,1,0\n',
    'Number,Name,Owned,Wanted\n100-1,Keep,1,0\n',
    'Item Type,Item No,Quantity,Item Name\nS,100-1,1,Keep\n',
  ])('reads the name of the set from %s', async (content) => {
    expect((await read(content, { condition: 'used' })).records).toMatchObject([{ title: 'Keep' }]);
  });

  it('takes what was paid from BrickLink, never what is asked for, and leaves out what is no set', async () => {
    const header = 'Item Type,Item No,Quantity,Condition,My Cost,Price,Remarks\n';
    const { records, rejects } = await read(
      `${header}S,100-1,2,U,5.00,9.99,box 4\nM,sw0001a,1,N,,9.99,\nS,100-1,1,N,,9.99,\n`,
    );
    expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([
      [3, 'Item Type is "M", a minifigure: only sets (S) are taken'],
    ]);
    expect(records.map(({ holding }) => [holding.condition, holding.purchasePriceCents, holding.notes])).toEqual([
      ['used', 500, 'box 4'],
      ['sealed', null, null],
    ]);
  });
});
