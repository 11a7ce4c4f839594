import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { csvLine } from '../writing/csv.ts';
import { marked } from '../writing/text-mark.ts';
import { CsvSplitter, MAX_QUOTED_ROW_CHARS, type RawRow } from './csv-splitter.ts';

function split(text: string, cuts: readonly number[] = []): RawRow[] {
  const splitter = new CsvSplitter();
  const bounds = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length].sort((a, b) => a - b);
  const rows = bounds.slice(1).flatMap((end, i) => splitter.push(text.slice(bounds[i], end), false));
  return [...rows, ...splitter.push('', true)];
}

const cell = fc.string({
  unit: fc.constantFrom('a', 'B', '7', ' ', ',', '"', '\n', '\r', 'é', '🧱', '\u200E'),
  maxLength: 6,
});
const table = fc.array(
  fc.array(cell, { minLength: 2, maxLength: 4 }).map((cells) => ['x', ...cells]),
  { maxLength: 6 },
);
const cuts = fc.array(fc.nat(), { maxLength: 4 });

describe('CsvSplitter', () => {
  it('gives back the cells that were written, wherever the text is cut', () => {
    fc.assert(
      fc.property(table, cuts, (rows, at) => {
        const text = rows.map((cells) => csvLine(cells)).join('');
        expect(split(text, at).map((row) => row.cells)).toEqual(rows.map((cells) => cells.map(marked)));
      }),
    );
  });

  it('cuts rows where csv-parse does', () => {
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r\n'), (rows, lineEnd) => {
        const text = rows
          .map((cells) => cells.map((value) => `"${value.replaceAll('"', '""')}"`).join(','))
          .join(lineEnd);
        expect(split(text).map((row) => row.cells)).toEqual(
          parse(text, { record_delimiter: lineEnd, relax_column_count: true }),
        );
      }),
    );
  });

  it('gives the same rows and lines wherever any text is cut, well formed or not', () => {
    const any = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' '), maxLength: 60 });
    fc.assert(
      fc.property(any, cuts, (text, at) => expect(split(text, at)).toEqual(split(text))),
      { numRuns: 1000 },
    );
  });

  it('counts physical lines, those inside quotes and blank ones included', () => {
    const rows = split('h1,h2\r\n\r\n"two\nlines",x\r\n , \r\n,,\r\nlast,y');
    expect(rows.map((row) => [row.line, row.text])).toEqual([
      [1, 'h1,h2'],
      [3, '"two\nlines",x'],
      [7, 'last,y'],
    ]);
  });

  it('takes a quote inside a bare cell for a character', () => {
    expect(split('a,12" plate\nb,c\n').map((row) => row.cells)).toEqual([
      ['a', '12" plate'],
      ['b', 'c'],
    ]);
  });

  it.each(['', 'x'.repeat(MAX_QUOTED_ROW_CHARS)])(
    'gives up one line only for a quote that is never closed',
    (filler) => {
      const rows = split(`a,"open\nb,c\nd,${filler}\n`);
      expect(rows.map((row) => [row.line, row.damage === null])).toEqual([
        [1, false],
        [2, true],
        [3, true],
      ]);
      expect(rows[0]?.damage).toMatch(/never closed/);
    },
  );

  it('gives up a line with text after a closing quote', () => {
    const [bad, good] = split('a,"b"c\nd,e\n');
    expect(bad).toMatchObject({ line: 1, text: 'a,"b"c', damage: expect.stringMatching(/closing quote/) });
    expect(good?.cells).toEqual(['d', 'e']);
  });
});
