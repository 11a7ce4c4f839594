import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { TemporaryFolder } from '../testing/feed-files.ts';
import { type CsvFormat, csvLine, writeCsvFile } from './csv.ts';

const pairs: CsvFormat<[string, number | null]> = { header: ['name', 'count'], cells: (pair) => pair };
const folder = new TemporaryFolder();

describe('writing CSV', () => {
  it('quotes what needs quotes', () => {
    expect(csvLine(['a', 'b,c', 'say "x"', 'two\nlines', ' spaced', null, 3, true])).toBe(
      'a,"b,c","say ""x""","two\nlines"," spaced",,3,true\r\n',
    );
  });

  it('is read back the same by another parser', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 2 }), (cells) => {
        fc.pre(!cells.join().startsWith('\uFEFF'));
        expect(parse(csvLine(cells), { record_delimiter: '\r\n' })).toEqual([cells]);
      }),
    );
  });

  it('writes a file, gzipped when its name says so', async () => {
    const records: [string, number | null][] = [
      ['a', 1],
      ['b', null],
    ];
    const [plain, zipped] = [`${folder.path}/x.csv`, `${folder.path}/x.csv.gz`];
    await writeCsvFile(plain, pairs, records);
    await writeCsvFile(zipped, pairs, records);
    expect(readFileSync(plain, 'utf8')).toBe('name,count\r\na,1\r\nb,\r\n');
    expect(gunzipSync(readFileSync(zipped))).toEqual(readFileSync(plain));
  });
});
