import { readEmailAddress } from './accounts.ts';

it.each(['ann@example.com', 'a.b+c@sub.example.co', "o'neil@example.com"])('takes %s', (text) => {
  expect(readEmailAddress(text)).toBe(text);
});

it('names an account the same however its address is typed', () => {
  expect(readEmailAddress(' Ann@Example.COM ')).toBe('ann@example.com');
});

it.each([
  '',
  'ann',
  'ann@',
  '@example.com',
  'ann@example',
  'a b@example.com',
  'a@b@example.com',
  'ann@-example.com',
  'ann@example..com',
  'an\u200bn@example.com',
  'an\u00adn@example.com',
  'an\u202en@example.com',
  'an\u115fn@example.com',
  'an\u0007n@example.com',
  'ann@exam\u200bple.com',
  `${'a'.repeat(300)}@example.com`,
])('refuses "%s"', (text) => {
  expect(() => readEmailAddress(text)).toThrow('is not an e-mail address');
});
