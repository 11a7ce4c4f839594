import { NearestSetNumbers } from './set-resolver.ts';

const nearest = new NearestSetNumbers(['75192-1', '75191-1', '75190-1', '10497-1', '10497-2', '113-2-DBASE-1']);

it.each([
  ['a wrong digit', '75193-1', ['75190-1', '75191-1', '75192-1']],
  ['swapped digits', '75912', ['75192-1', '75191-1']],
  ['a missing digit', '1049-1', ['10497-1']],
  ['a digit too many', '104977', ['10497-1']],
  ['another variant', '10497-3', ['10497-1', '10497-2']],
  ['nothing alike', '99999', []],
])('finds the numbers near %s', (_, asked, expected) => {
  expect(nearest.find(asked)).toEqual(expected);
});
