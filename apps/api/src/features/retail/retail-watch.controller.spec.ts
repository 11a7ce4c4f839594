import { CHANGE_WINDOW, changeWindowStart } from './retail-watch.controller.ts';

const now = new Date('2026-11-15T12:00:00.123Z');

describe('a change window', () => {
  it.each([
    ['0m', '2026-11-15T12:00:00.123Z'],
    ['30m', '2026-11-15T11:30:00.123Z'],
    ['3h', '2026-11-15T09:00:00.123Z'],
    ['7d', '2026-11-08T12:00:00.123Z'],
    ['007d', '2026-11-08T12:00:00.123Z'],
    ['99999999d', '0001-01-01T00:00:00.000Z'],
    [`${'9'.repeat(500)}h`, '0001-01-01T00:00:00.000Z'],
  ])('of %s begins at %s', (window, start) => {
    expect(changeWindowStart(window, now).toISOString()).toBe(start);
  });

  it.each(['', 'm', '1', '1s', '1M', ' 1m', '1m ', '1m\n', '-1m', '1.5h', '1e3m', '٣m'])('is not %j', (text) => {
    expect(CHANGE_WINDOW.test(text)).toBe(false);
  });
});
