import { forecast } from './own-keys.ts';

const at = (time: string): Date => new Date(`2026-11-15T${time}:00Z`);
const key = {
  dailyLimit: 1_000,
  usedToday: 400,
  carriedToday: 0,
  createdAt: new Date('2026-01-01T00:00:00Z'),
  state: 'active',
} as const;

it('says when the allowance ends at the pace since midnight', () => {
  // 400 in 8 hours are 50 an hour: the other 600 last 12 hours.
  expect(forecast(key, at('08:00'))).toEqual({
    remaining: 600,
    exhaustedAt: at('20:00'),
    forecast: "At today's pace the quota ends 20:00 UTC.",
  });
});

it('measures the pace of a key that was made today from when it was made', () => {
  expect(forecast({ ...key, createdAt: at('07:00') }, at('08:00')).exhaustedAt).toEqual(at('09:30'));
});

it('lasts until midnight at a slower pace, to the request', () => {
  expect(forecast(key, at('10:00')).exhaustedAt).toBeNull();
  expect(forecast({ ...key, usedToday: 500 }, at('12:00')).exhaustedAt).toBeNull();
  expect(forecast({ ...key, usedToday: 501 }, at('12:00')).exhaustedAt).not.toBeNull();
});

it('counts what other keys have used of its slot today against the allowance, not for the pace', () => {
  // 400 in 8 hours are 50 an hour: the 400 that are left last 8 hours.
  expect(forecast({ ...key, carriedToday: 200 }, at('08:00'))).toMatchObject({
    remaining: 400,
    exhaustedAt: at('16:00'),
  });
});

it('measures a pace over a quarter of an hour at least: a burst just after midnight says little', () => {
  // As if 10 in 15 minutes, not in one: the other 990 would last longer than the day.
  expect(forecast({ ...key, usedToday: 10 }, at('00:01')).exhaustedAt).toBeNull();
  expect(forecast({ ...key, usedToday: 20 }, at('00:01')).exhaustedAt).toEqual(at('12:16'));
});

it.each([
  [{ usedToday: 0 }, 'Not used today.', 1_000],
  [{ usedToday: 1_000 }, 'used up', 0],
  [{ usedToday: 1_200 }, 'used up', 0],
  [{ usedToday: 0, carriedToday: 1_000 }, 'used up', 0],
  [{ usedToday: 0, carriedToday: 400 }, 'Not used today.', 600],
  [{ state: 'revoked' as const }, 'This key is revoked.', 600],
])('says of %j: %s', (facts, words, remaining) => {
  const told = forecast({ ...key, ...facts }, at('08:00'));
  expect(told.forecast).toContain(words);
  expect(told.remaining).toBe(remaining);
});
