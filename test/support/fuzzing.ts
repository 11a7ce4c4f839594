import { randomInt } from 'node:crypto';
import * as fc from 'fast-check';

const inFuzzLane = process.env['TEST_LANE'] === 'fuzz';
export const FUZZED_REQUESTS = inFuzzLane ? 2_000 : 200;

/** Of `npm run test:fuzz`: another one each time, unless FUZZ_SEED repeats one. */
function chosenSeed(): number {
  const given = process.env['FUZZ_SEED'];
  if (given !== undefined) return Number(given);
  return inFuzzLane ? randomInt(2 ** 31) : 1;
}

/** Sends requests until one fails, and then the simplest that fails. */
export async function fuzz<Sent>(name: string, requests: fc.Arbitrary<Sent>, send: (one: Sent) => Promise<void>) {
  const seed = chosenSeed();
  process.stderr.write(`${name}: ${FUZZED_REQUESTS} requests, FUZZ_SEED=${seed}\n`);
  await fc.assert(fc.asyncProperty(requests, send), { numRuns: FUZZED_REQUESTS, seed });
}

const NASTY = [
  '',
  ' ',
  '%',
  '%00',
  '%ff%fe',
  '%C3%28',
  '\u0000',
  '\uD800',
  '../../etc/passwd',
  "' OR 1=1 --",
  '"; DROP TABLE x; --',
  '$1',
  '\\',
  '%25%27',
  '_',
  '*',
  '{}',
  '[]',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '-1',
  '0',
  '1e9',
  '0x10',
  '1.5',
  '+1',
  '2147483647',
  '2147483648',
  '9223372036854775808',
  '9'.repeat(400),
  'a'.repeat(5_000),
  '75192-1',
  '75192',
  '１２３',
  'é',
  'e\u0301',
  '🧱',
  '\u202Etxt',
  'İ',
  'ß',
  '__proto__',
  'constructor',
  'toString',
  '30m',
  '7d',
  '999999999999d',
  '0d',
  '2026-11-15T03:00:00Z',
  '2026-02-30T00:00:00Z',
  '275760-09-13T00:00:00.001Z',
  '-271821-04-19T23:59:59Z',
  '2026-11-15',
  'B000000001',
  '0673419267359',
  ',',
  ',,',
  'a,b',
  'sealed',
  'used',
  '1y',
  '30d',
  '<script>',
  '\r\nX: y',
];
/** A text that breaks things, or any. */
export const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NASTY) },
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.integer().map(String),
  fc.string({ maxLength: 120 }),
);
/** The bytes of a text as they may stand in a request line: control characters and spaces would end it. */
const rawInUrl = (value: string): string =>
  Buffer.from(value)
    .toString('latin1')
    .replaceAll(/[^\x21-\x7e\x80-\xff]/g, encodeURIComponent);
/** As a client would encode it, or as it comes: with `#`, `?`, `/`, odd percent-encoding and bytes above 0x7f. */
export const hostileInUrl = fc.tuple(hostileText, fc.boolean()).map(([value, encoded]) => {
  if (!encoded) return rawInUrl(value);
  return value.isWellFormed() ? encodeURIComponent(value) : '%ED%A0%80';
});
