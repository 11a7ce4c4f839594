import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { readCsvFeed } from '../reading/read-feed.ts';
import type { Row } from '../reading/row.ts';
import { cellText, readAll, TemporaryFolder } from '../testing/feed-files.ts';
import { csvBatches, type CsvFormat, csvLine, usdCell, writeCsvFile } from './csv.ts';

const pairs: CsvFormat<[string, number | null]> = { header: ['name', 'count'], cells: (pair) => pair };
const folder = new TemporaryFolder();

describe('writing CSV', () => {
  it('quotes what needs quotes', () => {
    expect(csvLine(['a', 'b,c', 'say "x"', 'two\nlines', 'spaced ', null, 3, true])).toBe(
      'a,"b,c","say ""x""","two\nlines","\'spaced ",,3,true\r\n',
    );
  });

  it('is read back the same by another parser, but for the mark of what a spreadsheet would compute', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 2 }), (cells) => {
        const read = parse(csvLine(cells), { record_delimiter: '\r\n' });
        expect(read).toEqual([cells.map((cell, column) => (read[0]![column] === cell ? cell : `'${cell}`))]);
      }),
    );
  });

  it.each(['=1+1', '+1', '-2+3', '-5.00', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', "'=1", "''-1", ' =1'])(
    'marks the text %j, which a spreadsheet would compute or which says that it is marked',
    (text) => {
      expect(parse(csvLine([text, 'x']), { record_delimiter: '\r\n' })).toEqual([[`'${text}`, 'x']]);
    },
  );

  it('leaves numbers and harmless texts as they are', () => {
    expect(csvLine([-5, usdCell(-500), usdCell(null), '1-2', 'a=b', "'tis", '75192-1'])).toBe(
      "-5,-5.00,,1-2,a=b,'tis,75192-1\r\n",
    );
  });

  it('is read back by our reader exactly, whatever the text', async () => {
    const file = `${folder.path}/texts.csv`;
    const texts: CsvFormat<string> = { header: ['one', 'two'], cells: (text) => [text, 'x'] };
    const layout = {
      name: 'texts',
      required: ['one', 'two'],
      optional: [],
      reader: () => (row: Row, records: string[]) => void records.push(row.text(0)),
    };
    const any = fc.oneof(cellText, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));
    await fc.assert(
      fc.asyncProperty(fc.array(any, { maxLength: 20 }), async (all) => {
        const written = all.filter((text) => !/[\0\uFFFD]/.test(text));
        await writeCsvFile(file, texts, written);
        const { records, rejects } = await readAll(readCsvFeed(file, layout));
        expect([records, rejects]).toEqual([written, []]);
      }),
      { numRuns: 200 },
    );
  });

  it('writes batches below one header, which stands there without any', async () => {
    const written = async (...batches: [string, number][][]): Promise<string[]> => {
      async function* all(): AsyncGenerator<[string, number][]> {
        yield* batches;
      }
      const chunks: string[] = [];
      for await (const chunk of csvBatches(pairs, all())) chunks.push(chunk);
      return chunks;
    };
    expect(
      await written(
        [['a', 1]],
        [
          ['b', 2],
          ['c', 3],
        ],
      ),
    ).toEqual(['name,count\r\n', 'a,1\r\n', 'b,2\r\nc,3\r\n']);
    expect(await written()).toEqual(['name,count\r\n']);
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
