import { formatTable, print, warn } from './print.ts';

const HOSTILE = 'a\u001b[31m\u009b2J\u202egpj\u2028\r\u0007b';
const SHOWN = 'a\\u{1b}[31m\\u{9b}2J\\u{202e}gpj\\u{2028}\\u{d}\\u{7}b';

it('shows the characters that a terminal obeys, in text, in a table, beside the answer and in JSON', () => {
  const printed: string[] = [];
  const writes = (['stdout', 'stderr'] as const).map((stream) =>
    jest.spyOn(process[stream], 'write').mockImplementation((...[chunk]) => printed.push(String(chunk)) > 0),
  );
  print(false, null, `${HOSTILE}\nnext`);
  warn(HOSTILE);
  print(true, { name: HOSTILE }, '');
  for (const write of writes) write.mockRestore();
  expect(printed.slice(0, 2)).toEqual([`${SHOWN}\nnext\n`, `${SHOWN}\n`]);
  expect(printed[2]).toMatch(/^[\x20-\x7e]*\n$/);
  expect(JSON.parse(printed[2]!)).toEqual({ name: HOSTILE });
  expect(formatTable(['name'], [[`${HOSTILE}\n`]])).toBe(`name\n${SHOWN}\\u{a}`);
});

it('aligns text to the left and numbers to the right', () => {
  expect(
    formatTable(
      ['id', 'name'],
      [
        [7, 'a'],
        [12, 'bcd'],
      ],
    ),
  ).toBe('id  name\n 7  a\n12  bcd');
});

it('says so when there is nothing', () => {
  expect(formatTable(['id'], [])).toBe('(none)');
});
