import * as fc from 'fast-check';
import { passwordFault } from './password-policy.ts';

const EMAIL = 'annabel@example.com';

it.each(['correct horse battery', 'vier Steine und ein Dach', 'N7#fK2!pQ9$x', 'пароль из трёх слов'])(
  'takes "%s"',
  (password) => {
    expect(passwordFault(password, EMAIL)).toBeNull();
  },
);

it.each([
  ['short', 'longer password'],
  ['elevenchars', 'at least 12 characters'],
  ['a'.repeat(129), 'at most 128'],
  ['aaaaaaaaaaaaa', 'first that attackers try'],
  ['Password123456', 'first that attackers try'],
  ['!!qwertyuiop123!!', 'first that attackers try'],
  ['123456789012345', 'first that attackers try'],
  ['legolegolego1', 'first that attackers try'],
  ['annabel@example.com', 'your e-mail address'],
  ['annabel-12345', 'your e-mail address'],
  ['good words\there', 'control characters'],
])('refuses "%s" and says why', (password, words) => {
  expect(passwordFault(password, EMAIL)).toContain(words);
});

it('counts characters as people do, not UTF-16 units', () => {
  expect(passwordFault('🧱🏰🚀🐉🌲⛵🎡', EMAIL)).toContain('at least 12');
});

it('takes any random password of 16 letters and digits', () => {
  const letters = Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
  const password = fc
    .array(fc.constantFrom(...letters), { minLength: 16, maxLength: 40 })
    .map((picked) => picked.join(''))
    .filter((text) => new Set(text.toLowerCase()).size >= 8);
  fc.assert(fc.property(password, (text) => passwordFault(text, EMAIL) === null));
});
