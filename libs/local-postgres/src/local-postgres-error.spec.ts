import { explainServerOutput } from './local-postgres-error.ts';

it.each([
  ['could not write to file "base/1": No space left on device', 'is full'],
  ['FATAL:  could not create lock file: Permission denied', 'permission denied'],
  ['postgres: error while loading shared libraries: libicu.so', 'does not run on this machine'],
  ['LOG:  hello\nFATAL:  something new', 'something new'],
  ['', 'it said nothing'],
])('says what to do about "%s"', (output, says) => {
  const { message } = explainServerOutput(output, '/data');
  expect(message).toContain(says);
  expect(message).toContain('DATABASE_URL');
});
