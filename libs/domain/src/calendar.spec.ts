import * as fc from 'fast-check';
import {
  aheadFault,
  announcedDayFault,
  epochDayOf,
  firstDayOfMonth,
  formatIsoDay,
  formatIsoMonth,
  monthOfDay,
  parseInstant,
  parseIsoDay,
  parseIsoMonth,
  writtenDay,
  writtenMonth,
} from './calendar.ts';

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
  it('writes both as people do', () => {
    expect(writtenDay(parseIsoDay('2026-12-01')!)).toBe('1 Dec 2026');
    expect(writtenMonth(parseIsoMonth('2026-12')!)).toBe('December 2026');
  });
});

describe('days that cannot be true', () => {
  const today = parseIsoDay('2026-11-20')!;

  it('are those of something that happened after tomorrow, which has begun elsewhere', () => {
    expect([-400, 0, 1].map((days) => aheadFault(today + days, today))).toEqual([null, null, null]);
    expect(aheadFault(today + 2, today)).toBe('2026-11-22 is after tomorrow: correct the date');
  });

  it('are those of something that was announced for more than five years ahead', () => {
    expect([null, today, today + 1_830].map((day) => announcedDayFault(day, today))).toEqual([null, null, null]);
    expect(announcedDayFault(today + 1_831, today)).toBe('2031-11-25 is more than five years ahead: correct the date');
  });
});

describe('parseInstant', () => {
  it.each([
    '2026-11-15T03:00:00Z',
    '2026-11-15T03:00Z',
    '2026-11-15T03:00:00+02:00',
    '2026-11-15t03:00:00z',
    '2024-02-29T23:59:59.5+02:30',
    '2026-01-01T00:00:00.1239-11:00',
  ])('reads %s as Date does', (text) => {
    expect(parseInstant(text)).toEqual(new Date(text.toUpperCase()));
  });

  it('reads back every instant as it is written', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0100-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          expect(parseInstant(date.toISOString())).toEqual(date);
        },
      ),
    );
  });

  it.each([
    ['a day', '2026-11-15'],
    ['a time without an offset', '2026-11-15T03:00:00'],
    ['a day that does not exist', '2026-02-29T00:00:00Z'],
    ['a 30th of February', '2026-02-30T00:00:00Z'],
    ['a 31st of April', '2026-04-31T00:00:00Z'],
    ['hour 24', '2026-11-15T24:00:00Z'],
    ['hour 25', '2026-11-15T25:00:00Z'],
    ['a word', 'now'],
    ['an offset of 24 hours', '2026-11-15T03:00:00+24:00'],
    ['month 13', '2026-13-01T00:00:00Z'],
    ['something after it', '2026-11-15T03:00:00Z '],
    ['a year of two digits', '0026-11-15T03:00:00Z'],
  ])('refuses %s', (_, text) => {
    expect(parseInstant(text)).toBeNull();
  });
});
