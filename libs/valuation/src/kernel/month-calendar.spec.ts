import * as fc from 'fast-check';
import { firstDayOfMonth, monthOfDay } from '@brickmarket/domain';
import { monthContaining, monthStart } from './month-calendar.ts';

describe('month calendar', () => {
  it('agrees with the calendar, inside and outside its table', () => {
    fc.assert(
      fc.property(fc.integer({ min: -20_000, max: 90_000 }), (day) => {
        expect(monthContaining(day)).toBe(monthOfDay(day));
        expect(monthStart(monthOfDay(day))).toBe(firstDayOfMonth(monthOfDay(day)));
      }),
    );
  });
});
