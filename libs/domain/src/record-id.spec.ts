import { parseRecordId } from './record-id.ts';

it.each([
  ['1', 1],
  ['2147483647', 2_147_483_647],
  ['2147483648', null],
  ['9999999999', null],
  ['99999999999', null],
  ['0', null],
  ['01', null],
  ['-1', null],
  ['1e3', null],
  ['1.0', null],
  [' 1', null],
  ['', null],
])('parseRecordId(%j) is %p', (text, id) => {
  expect(parseRecordId(text)).toBe(id);
});
