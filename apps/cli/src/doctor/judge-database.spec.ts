import { parseIsoDay } from '@brickmarket/domain';
import {
  judgeAnswers,
  judgeClock,
  judgeDemo,
  judgeFeeds,
  judgeRanges,
  judgeReplicas,
  judgeWorkers,
} from './judge-database.ts';

const FACTS = {
  versionNumber: 180_004,
  dataDirectory: null,
  now: new Date('2026-11-17T10:00:00.000Z'),
  valuedOn: null,
  roles: [],
  missingParts: [],
  oldestEventSeconds: 0,
  deliverers: 0,
  firstRuleAt: null,
  isArchiving: false,
  hasArchivingFailed: false,
  failedJobs: 0,
  oldestJobSeconds: 0,
  liveWorkers: 0,
  lostWorkers: 0,
  replicaLagSeconds: 0,
  replicaLagBytes: 0,
  requests: 0,
  errors: 0,
  scoredSales: 0,
  rangeHeldPct: null,
  deadLetters: 0,
  oldestDeliverySeconds: 0,
  changedAt: { catalog: null, market: null, retail: null },
  salesImportedAt: null,
  firstAccountAt: null,
  hasDemo: false,
};

it('shows a demo, as no fault', () => {
  expect(judgeDemo(FACTS)).toEqual([]);
  expect(judgeDemo({ ...FACTS, hasDemo: true })).toMatchObject([
    { state: 'ok', found: expect.stringContaining('synthetic prices') },
  ]);
});

const at = (time: string): Date => new Date(`2026-11-17T${time}Z`);

describe('the clock of the database', () => {
  it('is ours when its time lies between question and answer, however long that took', () => {
    expect(judgeClock(FACTS, at('09:59:00'), at('10:01:00'))).toMatchObject({
      state: 'ok',
      found: 'database and host agree within 2 s',
    });
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

describe('values that are dated after today', () => {
  it.each([
    ['2026-11-18', 'ok'],
    ['2026-11-19', 'fault'],
    ['2026-12-27', 'fault'],
  ])('of %s on November 17th are %s', (day, state) => {
    const facts = { ...FACTS, valuedOn: parseIsoDay(day)! };
    const finding = judgeClock(facts, at('10:00:00'), at('10:00:00'));
    expect(finding.state).toBe(state);
    if (state === 'fault')
      expect(finding).toMatchObject({
        found: `the values are of ${day}, and today is 2026-11-17`,
        advice: expect.stringContaining('"brickmarket value undo"'),
      });
  });
});

describe('a clock that has been turned back', () => {
  const changed = (retail: string) => ({ ...FACTS, changedAt: { ...FACTS.changedAt, retail: at(retail) } });

  it.each([
    ['10:00:59', 'ok'],
    ['10:01:00', 'fault'],
  ])('at 10:00:00, with data of %s, is %s', (retail, state) => {
    expect(judgeClock(changed(retail), at('10:00:00'), at('10:00:00'))).toMatchObject({ state });
  });
});

describe('workers, replicas, answers and ranges', () => {
  it.each([
    [judgeWorkers({ ...FACTS, liveWorkers: 1, lostWorkers: 1 }), 'ok'],
    [judgeWorkers({ ...FACTS, lostWorkers: 1 }), 'fault'],
    // A database that was just made has none yet.
    [judgeWorkers(FACTS), 'ok'],
    [judgeReplicas({ ...FACTS, replicaLagSeconds: 5, replicaLagBytes: 1e6 }), 'ok'],
    [judgeReplicas({ ...FACTS, replicaLagSeconds: 31 }), 'warning'],
    [judgeReplicas({ ...FACTS, replicaLagBytes: 3e8 }), 'warning'],
    [judgeAnswers({ ...FACTS, requests: 10_000, errors: 10 }), 'ok'],
    [judgeAnswers({ ...FACTS, requests: 10_000, errors: 11 }), 'warning'],
    [judgeAnswers({ ...FACTS, requests: 10, errors: 5 }), 'ok'],
    [judgeRanges(FACTS), 'ok'],
    [judgeRanges({ ...FACTS, scoredSales: 400, rangeHeldPct: 75 }), 'ok'],
    [judgeRanges({ ...FACTS, scoredSales: 400, rangeHeldPct: 74.9 }), 'warning'],
    [judgeRanges({ ...FACTS, scoredSales: 399, rangeHeldPct: 10 }), 'ok'],
  ])('%j is %s', ({ state, advice }, expected) => {
    expect([state, advice !== null]).toEqual([expected, expected !== 'ok']);
  });
});

describe('data that is old by the clocks of database and machine', () => {
  it('is a warning and no fault: either the feeds pause, or both clocks are ahead', () => {
    const now = new Date('2026-12-27T10:00:00Z');
    const changed = at('10:00:00');
    const changedAt = { catalog: changed, market: now, retail: changed };
    const facts = { ...FACTS, now, changedAt, salesImportedAt: changed };
    expect(judgeClock(facts, now, now)).toMatchObject({ state: 'ok' });
    expect(judgeFeeds(facts).map(({ state, found }) => [state, found])).toEqual([
      ['ok', 'last changed 40 days ago'],
      ['warning', 'last changed 40 days ago'],
      ['warning', 'last changed 40 days ago'],
    ]);
  });
});
