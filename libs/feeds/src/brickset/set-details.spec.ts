import { join } from 'node:path';
import { gs1CheckDigit, type LegoSet, parseIsoDay } from '@brickmarket/domain';
import * as fc from 'fast-check';
import { readAll, TemporaryFolder } from '../testing/feed-files.ts';
import { writeCsvFile } from '../writing/csv.ts';
import { readSetDetails, setDetailsCsv } from './set-details.ts';

const HEADER =
  'Number,Theme,Subtheme,Year,Set name,Minifigs,Pieces,RRP (GBP),RRP (USD),RRP (CAD),RRP (EUR),EAN,UPC,Width,' +
  'Height,Depth,Weight,Notes,Qty owned,Qty owned new,Qty owned used,My flag,Value new (USD),Value used (USD),' +
  'Launch date,Exit date';
const folder = new TemporaryFolder();
const read = (content: string) => readAll(readSetDetails(folder.write('brickset.csv', content)));
const row = (cells: Partial<Record<string, string>>) =>
  HEADER.split(',')
    .map((name) => ({ Number: '100-1', 'Set name': '"Keep, big"', ...cells })[name] ?? '')
    .join(',');

describe('readSetDetails', () => {
  it('reads price, barcodes, box in millimetres and grams, and days', async () => {
    const cells = {
      'RRP (USD)': '849.99',
      EAN: '4006381333931',
      UPC: '036000291452',
      Width: '58.2',
      Height: '37.8',
      Depth: '9.05',
      Weight: '1.2345',
      'Launch date': '01/10/2017',
      'Exit date': '31/12/2025',
    };
    const { records, rejects, warnings } = await read(`${HEADER}\r\n${row(cells)}\r\n\r\n\r\n`);
    expect(records).toEqual([
      {
        setNumber: '100-1',
        upc: '036000291452',
        ean: '4006381333931',
        msrpCents: 84999,
        releaseDay: parseIsoDay('2017-10-01'),
        exitDay: parseIsoDay('2025-12-31'),
        box: { widthMm: 582, heightMm: 378, depthMm: 91, weightG: 1235 },
      },
    ]);
    expect([rejects, warnings]).toEqual([[], []]);
  });

  it('reads exports of 2017, which spell columns otherwise and have one cell more in each row', async () => {
    const { records, rejects } = await read('Number,Theme,SetName,USPrice,QtyOwned\n100-1,Castle,Keep,19.99,1,\n');
    expect(rejects).toEqual([]);
    expect(records).toEqual([
      { setNumber: '100-1', upc: null, ean: null, msrpCents: 1999, releaseDay: null, exitDay: null, box: null },
    ]);
  });

  it.each([
    ['one is missing', { Width: '10', Height: '10', Depth: '10' }],
    ['one is 0', { Width: '10', Height: '10', Depth: '0.0', Weight: '1' }],
    ['one rounds to 0', { Width: '10', Height: '10', Depth: '10', Weight: '0.0001' }],
    ['one is no number', { Width: '10', Height: '10', Depth: 'n/a', Weight: '1' }],
  ])('knows no box when of its measures %s', async (_, cells) => {
    expect((await read(`${HEADER}\n${row(cells)}\n`)).records[0]?.box).toBeNull();
  });

  it('reads measures with however many decimals, with a point or a comma', async () => {
    const cells = { Width: '38.200000000000003', Height: '"9,05"', Depth: '7.0999999999999996', Weight: '9E-2' };
    const { records, warnings } = await read(`${HEADER}\n${row(cells)}\n`);
    expect(records[0]?.box).toEqual({ widthMm: 382, heightMm: 91, depthMm: 71, weightG: 90 });
    expect(warnings).toEqual([]);
  });

  it('gives a barcode the leading zero back that a spreadsheet took away', async () => {
    const { records, warnings } = await read(`${HEADER}\n${row({ UPC: '36000291452' })}\n`);
    expect(records[0]?.upc).toBe('036000291452');
    expect(warnings).toEqual([]);
  });

  it('takes a price of 0 for unknown', async () => {
    expect((await read(`${HEADER}\n${row({ 'RRP (USD)': '0.00' })}\n`)).records[0]?.msrpCents).toBeNull();
  });

  it('leaves out barcodes that cannot be right and keeps shared ones, with a warning each', async () => {
    const { records, warnings } = await read(
      `${HEADER}\n${row({ EAN: '57020161171', UPC: '036000291453' })}\n` +
        `${row({ Number: '101-1', EAN: '0036000291452' })}\n${row({ Number: '102-1', UPC: '036000291452' })}\n` +
        `${row({ Number: '103-1', EAN: '036000291452', UPC: '036000291452' })}\n`,
    );
    expect(records.map((set) => [set.ean, set.upc])).toEqual([
      [null, null],
      ['0036000291452', null],
      [null, '036000291452'],
      ['036000291452', '036000291452'],
    ]);
    expect(warnings.map((warning) => [warning.line, warning.reason])).toEqual([
      [2, 'UPC "036000291453" has a wrong check digit: left out'],
      [2, 'EAN "57020161171" has not 8, 12, 13 or 14 digits: left out'],
      [4, 'barcode 036000291452 is also that of set 101-1: kept for both'],
      [5, 'barcode 036000291452 is also that of set 101-1: kept for both'],
    ]);
  });

  it('rejects a set that is there twice and days that do not exist', async () => {
    const { records, rejects } = await read(
      `${HEADER}\n${row({})}\n${row({})}\n${row({ Number: '101-1', 'Launch date': '31/02/2020' })}\n`,
    );
    expect(records).toHaveLength(1);
    expect(rejects.map((reject) => reject.reason)).toEqual([
      'set 100-1 is there twice: the first one counts',
      'Launch date is "31/02/2020": write a day like 31/12/2026',
    ]);
  });

  it('reads back what was written', async () => {
    const barcode = fc.stringMatching(/^\d{12}$/).map((body) => body + String(gs1CheckDigit(body)));
    const measure = fc.integer({ min: 1, max: 99_999 });
    const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
    const day = orNull(fc.integer({ min: 0, max: 30_000 }));
    const details = fc.record({
      upc: orNull(barcode),
      ean: orNull(barcode),
      msrpCents: orNull(fc.integer({ min: 1, max: 9_999_999 })),
      releaseDay: day,
      exitDay: day,
      box: orNull(fc.record({ widthMm: measure, heightMm: measure, depthMm: measure, weightG: measure })),
    });
    const file = join(folder.path, 'written.csv');
    await fc.assert(
      fc.asyncProperty(details, async (known) => {
        const set: LegoSet = {
          setNumber: '100-1',
          title: 'Keep, "big"',
          theme: 'Castle',
          subtheme: null,
          year: 1990,
          pieces: 5,
          imageUrl: null,
          ...known,
        };
        await writeCsvFile(file, setDetailsCsv, [set]);
        expect((await readAll(readSetDetails(file))).records).toEqual([{ setNumber: '100-1', ...known }]);
      }),
      { numRuns: 50 },
    );
  });
});
