import { epochDayOf, formatIsoDay, parseIsoDay } from './day.ts';
import { parseInstant } from './instant.ts';
import { firstDayOfMonth, formatIsoMonth, monthOfDay, parseIsoMonth } from './month.ts';
import { percentOf, roundHalfAwayFromZero } from './rounding.ts';

describe('days and months', () => {
  it('keeps a day through text and number', () => {
    expect(formatIsoDay(parseIsoDay('2024-02-29')!)).toBe('2024-02-29');
  });
  it('refuses days that do not exist', () => {
    expect(parseIsoDay('2023-02-29')).toBeNull();
    expect(parseIsoDay('2023-2-9')).toBeNull();
  });
  it('puts the last millisecond of a month into that month, in UTC', () => {
    expect(formatIsoMonth(monthOfDay(epochDayOf(new Date('2026-10-31T23:59:59.999Z'))))).toBe('2026-10');
    expect(formatIsoMonth(monthOfDay(epochDayOf(new Date('2026-11-01T00:00:00.000Z'))))).toBe('2026-11');
  });
  it('knows the first day of a month', () => {
    expect(formatIsoDay(firstDayOfMonth(parseIsoMonth('2026-01')!))).toBe('2026-01-01');
  });
});

describe('parseInstant', () => {
  it('reads offsets', () => {
    expect(parseInstant('2026-11-15T03:00:00+02:00')?.toISOString()).toBe('2026-11-15T01:00:00.000Z');
  });
  it.each([
    '2026-11-15',
    '2026-11-15T03:00:00',
    '2026-02-30T00:00:00Z',
    '2026-11-15T25:00:00Z',
    '2026-11-15T03:00:00+24:00',
    'now',
  ])('refuses %s', (text) => {
    expect(parseInstant(text)).toBeNull();
  });
});

describe('rounding', () => {
  it.each([
    [2.5, 3],
    [-2.5, -3],
    [2.4, 2],
    [-0.4, 0],
  ])('%d becomes %d', (value, rounded) => {
    expect(roundHalfAwayFromZero(value)).toBe(rounded);
  });
  it('is 0 percent of nothing', () => {
    expect(percentOf(5, 0)).toBe(0);
  });
  it('rounds percentages to two decimals', () => {
    expect(percentOf(1, 3)).toBe(33.33);
    expect(percentOf(-2, 3)).toBe(-66.67);
  });
});
