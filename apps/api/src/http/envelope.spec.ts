import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { preferredRowFormat, writeRows } from './envelope.ts';

it.each([
  [undefined, null],
  ['', null],
  ['*/*', null],
  ['application/json', null],
  ['text/html, */*', null],
  ['text/csv', 'text/csv'],
  ['TEXT/CSV; charset=utf-8', 'text/csv'],
  ['text/csv, */*;q=0.1', 'text/csv'],
  ['application/json, text/csv', null],
  ['text/csv, application/json', 'text/csv'],
  ['application/json;q=0.5, application/x-ndjson', 'application/x-ndjson'],
  ['text/csv;q=0', null],
  ['text/csv;q=nonsense', null],
])('takes Accept %p for %p', (accept, format) => {
  expect(preferredRowFormat(accept)).toBe(format);
});

const COLUMNS = ['text', 'number', 'nothing'];
const rows = fc.array(
  fc.record({
    text: fc.string({ unit: 'grapheme' }),
    number: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    nothing: fc.constant(null),
  }),
);

it('writes CSV that a reader reads back, but for the mark of some texts, and names the columns of no rows', () => {
  fc.assert(
    fc.property(rows, (written) => {
      const read: { text: string }[] = parse(writeRows('text/csv', COLUMNS, written), {
        columns: true,
        record_delimiter: '\r\n',
      });
      // Texts that a spreadsheet would compute have an apostrophe before them; which ones is shown by csv.spec.ts.
      const textOf = (text: string, row: number): string => (read[row]?.text === text ? text : `'${text}`);
      expect(read).toEqual(
        written.map((row, index) => ({ text: textOf(row.text, index), number: String(row.number), nothing: '' })),
      );
    }),
  );
  expect(writeRows('text/csv', COLUMNS, [])).toBe('text,number,nothing\r\n');
});

it('writes one JSON object a line', () => {
  fc.assert(
    fc.property(rows, (written) => {
      const lines = writeRows('application/x-ndjson', COLUMNS, written).split('\n');
      expect(lines.pop()).toBe('');
      expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(JSON.parse(JSON.stringify(written)));
    }),
  );
});
