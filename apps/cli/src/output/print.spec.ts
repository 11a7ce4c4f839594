import { formatTable } from './print.ts';

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
