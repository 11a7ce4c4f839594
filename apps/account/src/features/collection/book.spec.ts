import { setNamedIn } from './book.ts';

it.each([
  ['Added 4 × 10497-1 (used) to Attic', '10497-1'],
  ['Edited 1 × 10213sup-1 (sealed)', '10213sup-1'],
  ['Split 1 off 3 × 75192-1 (sealed)', '75192-1'],
  ['Undone: Sold 2 × 75192-1 (sealed) on eBay', '75192-1'],
  ['Recorded a sale of 2 × 1224.1-1 on BrickLink', '1224.1-1'],
  ['Moved 2 × 75192-1 (sealed) to 3 × 10497-1 (used)', '75192-1'],
])('the set of “%s” is %s', (summary, number) => {
  expect(setNamedIn(summary)).toBe(number);
});

it.each([
  'Sold 3 holdings (6 copies) on eBay',
  'Created the brickfolio "3 × 10497-1 (used)"',
  'Restored the brickfolio "3 × 10497-1 (used)"',
  'Imported 2 × 10497-1.csv: 1 added, 0 changed',
])('“%s” names no set', (summary) => {
  expect(setNamedIn(summary)).toBeNull();
});
