import { balanceAt } from './written-log.ts';

const MOMENT = 100;
const LOG = [
  { subject: 'a', sentAt: 10, ackedAt: 20 },
  { subject: 'a', sentAt: 90, ackedAt: 110 },
  { subject: 'a', sentAt: 95, ackedAt: null },
  { subject: 'a', sentAt: 120, ackedAt: 130 },
  { subject: 'b', sentAt: 120, ackedAt: 130 },
];

describe('the balance of a restore', () => {
  it.each([
    ['what was acknowledged before is there', { a: 1 }, { expected: 1, lost: 0, fromLater: 0 }],
    ['what was under way may be there', { a: 3 }, { expected: 1, lost: 0, fromLater: 0 }],
    ['what was acknowledged before is missing', {}, { expected: 1, lost: 1, fromLater: 0 }],
    ['what was sent after it is there', { a: 4 }, { expected: 1, lost: 0, fromLater: 1 }],
    ['one subject does not make up for another', { b: 1 }, { expected: 1, lost: 1, fromLater: 1 }],
    ['nobody has written it', { a: 1, c: 2 }, { expected: 1, lost: 0, fromLater: 2 }],
  ])('%s', (_, counts, expected) => {
    expect(balanceAt(MOMENT, LOG, new Map(Object.entries(counts)))).toEqual(expected);
  });
});
