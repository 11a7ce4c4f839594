import type { ServiceHour } from '@brickmarket/persistence-ports';
import { servedDays } from './service-days.ts';

const BOUNDS = [0.01, 0.5, 2.5];

function anHour(hour: string, given: Partial<ServiceHour> = {}): ServiceHour {
  return {
    hour: new Date(hour),
    requests: 1_000,
    errors: 0,
    buckets: [980, 20, 0],
    minutes: Array.from({ length: 60 }, () => true),
    worstDeliverySeconds: 2,
    worstDataSeconds: 600,
    ...given,
  };
}

describe('servedDays', () => {
  it('sums the hours of a day up: errors by requests, the slowest hundredth, the worst ages', () => {
    const hours = [
      anHour('2026-11-16T23:00:00Z', { errors: 500 }),
      anHour('2026-11-17T00:00:00Z', { errors: 1, worstDeliverySeconds: 40 }),
      anHour('2026-11-17T01:00:00Z', { buckets: [900, 50, 50], worstDataSeconds: null }),
    ];
    expect(servedDays(hours, BOUNDS, new Date('2026-11-17T02:00:00Z'))).toMatchObject([
      {
        day: '2026-11-17',
        requests: 2_000,
        availabilityPct: 99.95,
        minutesDown: 0,
        p99Seconds: 2.5,
        worstDeliverySeconds: 40,
        worstDataSeconds: 600,
      },
      { day: '2026-11-16', availabilityPct: 50, minutesDown: 0, p99Seconds: 0.5 },
    ]);
  });

  it('counts minutes without a process as down, also whole hours and days, but none before the record begins', () => {
    const late = Array.from({ length: 60 }, (_, minute) => minute >= 30);
    const hours = [
      anHour('2026-11-14T23:00:00Z', { minutes: late }),
      anHour('2026-11-16T00:00:00Z', { minutes: late, requests: 0, buckets: [0, 0, 0] }),
    ];
    const days = servedDays(hours, BOUNDS, new Date('2026-11-16T01:10:30Z'));
    expect(days.map(({ day, minutesDown }) => [day, minutesDown])).toEqual([
      ['2026-11-16', 40],
      ['2026-11-15', 24 * 60],
      ['2026-11-14', 0],
    ]);
    expect(days[0]).toMatchObject({ requests: 0, availabilityPct: null, p99Seconds: null });
  });

  it('knows nothing without a record, and no bound for what takes longer than all of them', () => {
    expect(servedDays([], BOUNDS, new Date())).toEqual([]);
    const slow = anHour('2026-11-17T00:00:00Z', { buckets: [0, 0, 10] });
    expect(servedDays([slow], BOUNDS, new Date('2026-11-17T01:00:00Z'))[0]!.p99Seconds).toBeNull();
  });
});
