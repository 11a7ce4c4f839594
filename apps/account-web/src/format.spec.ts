import { assert, integer, property } from 'fast-check';
import {
  count,
  counted,
  curlLine,
  date,
  dateTime,
  longDay,
  relative,
  scaleTop,
  shortDay,
  signedPercent,
  time,
} from './format.ts';

const NOW = Date.parse('2026-11-15T18:00:00.000Z');
const at = (secondsAhead: number): string => new Date(NOW + secondsAhead * 1000).toISOString();

describe('what the account page says of numbers and instants', () => {
  it('keeps the percent sign on the line of its number', () => {
    expect([12.345, -3, 0, null].map(signedPercent)).toEqual([
      '+12.35\u00a0%',
      '−3.00\u00a0%',
      '0.00\u00a0%',
      'unknown',
    ]);
  });

  it('separates thousands and counts one as one', () => {
    expect([count(1_024_000), counted(1, 'request'), counted(0, 'request'), counted(1024, 'request')]).toEqual([
      '1,024,000',
      '1 request',
      '0 requests',
      '1,024 requests',
    ]);
  });

  it.each([
    [-10, 'just now'],
    [-180, '3 minutes ago'],
    [-3600, '1 hour ago'],
    [3600 * 5, 'in 5 hours'],
    [-86_400, 'yesterday'],
    [86_400 * 29, 'in 29 days'],
    [86_400 * 365, 'in 12 months'],
  ])('says %d seconds from now as "%s"', (seconds, said) => {
    expect(relative(at(seconds), NOW)).toBe(said);
  });

  it('writes days and times the same way everywhere, in the zone asked for', () => {
    const instant = '2026-11-15T23:04:09.000Z';
    expect([dateTime(instant, 'UTC'), date(instant, 'UTC'), time(instant, 'UTC')]).toEqual([
      '15 Nov 2026, 23:04',
      '15 Nov 2026',
      '23:04:09',
    ]);
    expect(date(instant, 'Europe/Berlin')).toBe('16 Nov 2026');
    expect([shortDay('2026-11-15'), longDay('2026-11-15')]).toEqual(['15 Nov', 'Sunday 15 November']);
  });

  it('gives a chart a top that holds every value, halves into whole numbers and wastes little', () => {
    assert(
      property(integer({ min: 0, max: 100_000_000 }), (largest) => {
        const top = scaleTop(largest);
        expect(top).toBeGreaterThanOrEqual(largest);
        expect(Number.isInteger(top / 2)).toBe(true);
        expect(top).toBeLessThanOrEqual(Math.max(4, largest * 2.5));
      }),
    );
    expect([0, 4, 5, 12, 961, 1001, 2400].map(scaleTop)).toEqual([4, 4, 6, 20, 1000, 2000, 2500]);
  });

  it('writes a command that a shell takes as it is', () => {
    expect(curlLine('http://localhost:3000/api/v1', 'bmk_1')).toBe(
      'curl -H "Authorization: Bearer bmk_1" http://localhost:3000/api/v1/catalog/themes',
    );
  });
});
