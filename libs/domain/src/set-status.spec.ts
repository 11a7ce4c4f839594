import { parseIsoDay } from './calendar.ts';
import { SetStatus, setStatusOn } from './catalog.ts';

const today = parseIsoDay('2026-11-15')!;
const life = (dates: { year?: number; release?: string; exit?: string }) => ({
  year: dates.year ?? null,
  releaseDay: dates.release ? parseIsoDay(dates.release) : null,
  exitDay: dates.exit ? parseIsoDay(dates.exit) : null,
});

describe('setStatusOn', () => {
  it.each([
    ['a release in the future', { year: 2026, release: '2026-11-16' }, SetStatus.announced],
    ['the day of release', { year: 2026, release: '2026-11-15' }, SetStatus.available],
    ['next year without a date', { year: 2027 }, SetStatus.announced],
    ['an exit in 180 days', { year: 2025, exit: '2027-05-14' }, SetStatus.retiringSoon],
    ['an exit in 181 days', { year: 2025, exit: '2027-05-15' }, SetStatus.available],
    ['the last day on sale', { year: 2025, exit: '2026-11-15' }, SetStatus.retiringSoon],
    ['the day after the last day on sale', { year: 2025, exit: '2026-11-14' }, SetStatus.retired],
    ['no exit date, two years old', { year: 2024 }, SetStatus.available],
    ['no exit date, three years old', { year: 2023 }, SetStatus.retired],
    ['nothing known', {}, SetStatus.available],
  ])('%s', (_, dates, expected) => {
    expect(setStatusOn(life(dates), today)).toBe(expected);
  });
});
