import { isPlainName, plainName } from './plain-name.ts';

it.each(['Attic', 'Café Ω 城', 'סוכה', '👩‍👩‍👧 family', 'a\u00a0b'])('shows %j as it is written', (name) => {
  expect([isPlainName(name), plainName(name)]).toEqual([true, name]);
});

it.each([
  ['a\u001b[31mb', 'a [31mb'],
  ['a\r\nb\tc', 'a b c'],
  ['a\u009bb', 'a b'],
  ['a\u2028b', 'a b'],
  ['a\u202egpj.exe', 'agpj.exe'],
  ['\u2066a\u2069\u200f\u061c', 'a'],
])('does not take %j for plain', (name, plain) => {
  expect([isPlainName(name), plainName(name)]).toEqual([false, plain]);
});
