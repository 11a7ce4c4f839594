import { judgeClock } from './judge-database.ts';

const FACTS = {
  versionNumber: 180_004,
  dataDirectory: null,
  now: new Date('2026-11-17T10:00:00.000Z'),
  roles: [],
  failedJobs: 0,
  oldestJobSeconds: 0,
  deadLetters: 0,
  oldestDeliverySeconds: 0,
  changedAt: { catalog: null, market: null, retail: null },
  firstAccountAt: null,
};
const at = (time: string): Date => new Date(`2026-11-17T${time}Z`);

describe('the clock of the database', () => {
  it('is ours when its time lies between question and answer, however long that took', () => {
    expect(judgeClock(FACTS, at('09:59:00'), at('10:01:00'))).toMatchObject({ state: 'ok' });
  });

  it.each([
    ['09:59:50', '09:59:55', 'warning', '5.0 s ahead of'],
    ['10:00:10', '10:00:11', 'warning', '10.0 s behind'],
    ['10:02:00', '10:02:01', 'fault', '120.0 s behind'],
  ])('asked at %s and answered at %s is a %s: %s ours', (asked, answered, state, found) => {
    expect(judgeClock(FACTS, at(asked), at(answered))).toMatchObject({
      state,
      found: `the clock of the database is ${found} ours`,
    });
  });
});
