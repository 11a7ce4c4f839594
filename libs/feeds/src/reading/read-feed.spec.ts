import { gzipSync } from 'node:zlib';
import { readAll, TemporaryFolder } from '../testing/feed-files.ts';
import { FeedError } from './feed-text.ts';
import type { Layout } from './layout.ts';
import { readCsvFeed, readCsvFeedOfAny, readTableFeed } from './read-feed.ts';

const things: Layout<{ name: string; count: number }> = {
  name: 'things',
  required: ['name', 'count'],
  optional: ['note'],
  reader: (column) => {
    const [name, count] = [column('name'), column('count')];
    return (row, records) => records.push({ name: row.requiredName(name), count: row.wholeNumber(count) });
  },
};
const folder = new TemporaryFolder();
const read = (content: string | Buffer, name = 'things.csv') =>
  readAll(readTableFeed(folder.write(name, content), things));

describe('the limits of a reading', () => {
  const limits = { maxBytes: 100, maxLines: 10, signal: new AbortController().signal };
  const limited = (content: string | Buffer, own: Partial<typeof limits> = {}) =>
    readAll(readTableFeed(folder.write('limited.csv', content), things, { limits: { ...limits, ...own } }));

  it('count every byte and line of what is unpacked, whatever is in it', async () => {
    const full = `name,count\n${'a,1\n'.repeat(9)}`;
    await expect(limited(gzipSync(full))).resolves.toMatchObject({ records: { length: 9 } });
    await expect(limited(gzipSync(`${full}\n`))).rejects.toThrow('has more than 10 lines: split it');
    await expect(limited(gzipSync('\n'.repeat(11)))).rejects.toThrow('has more than 10 lines: split it');
    await expect(limited(gzipSync(' '.repeat(101)))).rejects.toThrow('has more than 100 bytes of text: split it');
  });

  it('end a reading whose time is over, in words', async () => {
    const signal = AbortSignal.abort(new Error('takes too long to read: split it'));
    await expect(limited('name,count\na,1\n', { signal })).rejects.toThrow('takes too long to read: split it');
  });
});

describe('reading a feed', () => {
  it.each([
    ['a byte order mark', '\uFEFFname,count\na,1\n'],
    ['CRLF line ends', 'name,count\r\na,1\r\n'],
    ['blank lines', '\nname,count\n\n  \na,1\n,\n\n'],
    ['no line end at the end', 'name,count\na,1'],
    ['columns in another order, others between, other capitals', 'Count,other,\u200ENAME \n1,x,a\n'],
    ['quoted cells', '"name","count"\r\n"a","1"\r\n'],
    ['invisible characters around a name', 'name,count\n\u200E a\u200E\u00A0,1\n'],
  ])('puts up with %s', async (_, content) => {
    await expect(read(content)).resolves.toMatchObject({ records: [{ name: 'a', count: 1 }], rejects: [] });
  });

  it('reads gzip by its content, whatever the name', async () => {
    await expect(read(gzipSync('name,count\na,1\n'))).resolves.toMatchObject({ records: [{ name: 'a', count: 1 }] });
  });

  it('keeps commas, quotes and accents of a name and puts it on one line', async () => {
    const { records } = await read('name,count\n"Café, ""big""\r\nset 🧱",1\n');
    expect(records).toEqual([{ name: 'Café, "big" set 🧱', count: 1 }]);
  });

  it('rejects a row with its file, line, reason and text, and reads the rest', async () => {
    const file = folder.write('bad.csv', 'name,count\n"a\nb",1\nc,many\nd\ne,1,2\n,4\nf,5\n');
    const { records, rejects, sources } = await readAll(readCsvFeed(file, things));
    expect(records.map((record) => record.name)).toEqual(['a b', 'f']);
    expect(sources.map((source) => source.line)).toEqual([2, 8]);
    expect(rejects).toEqual([
      { file, line: 4, row: 'c,many', reason: 'count is "many": write a whole number, at least 0' },
      {
        file,
        line: 5,
        row: 'd',
        reason: 'has 1 cells where the header has 2: put cells that contain commas in quotes',
      },
      {
        file,
        line: 6,
        row: 'e,1,2',
        reason: 'has 3 cells where the header has 2: put cells that contain commas in quotes',
      },
      { file, line: 7, row: ',4', reason: 'name is empty: fill it in' },
    ]);
  });

  it('rejects rows with NUL characters or bytes that are not UTF-8', async () => {
    const { records, rejects } = await read(Buffer.from('name,count\na\0b,1\ncaf\xe9,2\nok,3\n', 'latin1'));
    expect(records).toEqual([{ name: 'ok', count: 3 }]);
    expect(rejects.map((reject) => reject.reason)).toEqual([
      expect.stringMatching(/NUL/),
      expect.stringMatching(/UTF-8/),
    ]);
  });

  it('rejects rows of NDJSON that spell by escapes what no database stores', async () => {
    const { records, rejects } = await read(
      ['a\\u0000b', '\\ud800', 'ok'].map((name) => `{"name":"${name}","count":1}\n`).join(''),
      'x.ndjson',
    );
    expect(records).toEqual([{ name: 'ok', count: 1 }]);
    expect(rejects).toMatchObject([
      { line: 1, reason: 'contains a NUL character or half of a character: remove it' },
      { line: 2 },
    ]);
  });

  it('finds damage in a row that lies across two pieces of a large file', async () => {
    const filler = 'filler,1\n'.repeat(60_000);
    const damaged = Buffer.concat([
      Buffer.from(`name,count\n${filler}`),
      Buffer.from('caf\xe9,2\n', 'latin1'),
      Buffer.from(filler),
    ]);
    const { records, rejects } = await read(damaged);
    expect([records.length, rejects.length, rejects[0]?.line]).toEqual([120_000, 1, 60_002]);
  });

  it.each([
    [
      'a missing column',
      'name,kount\na,1\n',
      /things\.csv: lacks the columns count; expected things: name, count; found name, kount/,
    ],
    ['an empty file', '', /is empty; expected a header with the columns of things: name, count/],
    ['an empty gzip', gzipSync(''), /is empty/],
    [
      'a gzip that was cut off',
      gzipSync(`name,count\n${'a,1\n'.repeat(99)}`).subarray(0, -12),
      /things\.csv: .*cut off/,
    ],
    ['a damaged gzip', Buffer.concat([gzipSync('name,count\n').subarray(0, 10), Buffer.alloc(40, 7)]), /damaged/],
    ['UTF-16', Buffer.from('\uFEFFname,count\n', 'utf16le'), /UTF-16/],
    ['a spreadsheet', Buffer.from('PK\x03\x04rest'), /spreadsheet/],
    ['a line without an end', 'x'.repeat(1_500_000), /not a table/],
    ['a header with a NUL', 'name,count\0\na,1\n', /header contains a NUL/],
  ])('refuses %s as a whole', async (_, content, message) => {
    const failure = await read(content).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(FeedError);
    expect((failure as FeedError).message).toMatch(message);
  });

  it('refuses a file that is not there', async () => {
    await expect(readAll(readCsvFeed('/nowhere/x.csv', things))).rejects.toThrow(/x\.csv: no such file/);
  });

  it('reads NDJSON as it reads CSV', async () => {
    const { records, rejects } = await read(
      '{"name":"a","count":1,"extra":[]}\r\n\n{"name":"b"}\nnope\n[1]\n{"name":{},"count":1}\n{"name":"c","count":"2"}',
      'x.ndjson',
    );
    expect(records).toEqual([
      { name: 'a', count: 1 },
      { name: 'c', count: 2 },
    ]);
    expect(rejects.map((reject) => [reject.line, reject.reason.slice(0, 14)])).toEqual([
      [3, 'count is empty'],
      [4, 'is not a JSON '],
      [5, 'is not a JSON '],
      [6, 'name holds a l'],
    ]);
  });

  it('takes an empty NDJSON file for one without rows', async () => {
    await expect(read('', 'empty.ndjson')).resolves.toMatchObject({ records: [], rejects: [] });
  });

  it('finds the header below a preamble', async () => {
    const file = folder.write('preamble.csv', '"Report, made today"\n\nAll of it\nname,count\na,1\n');
    await expect(readAll(readCsvFeedOfAny(file, [things]))).resolves.toMatchObject({
      records: [{ name: 'a', count: 1 }],
      rejects: [],
    });
  });

  it('reports progress up to the size of the file as stored', async () => {
    const content = gzipSync(`name,count\n${'a,1\n'.repeat(200_000)}`);
    const seen: number[][] = [];
    await readAll(
      readCsvFeed(folder.write('p.csv.gz', content), things, { onProgress: (...progress) => seen.push(progress) }),
    );
    expect(seen.at(-1)).toEqual([content.length, content.length]);
  });
});
