import { ValueSteps } from './value-steps.ts';

const STEPS = ValueSteps.of([
  { day: 100, unitValueCents: 10_000 },
  { day: 120, unitValueCents: 11_000 },
  { day: 140, unitValueCents: null },
]);

describe('ValueSteps', () => {
  it.each([
    [99, null],
    [100, 10_000],
    [119, 10_000],
    [120, 11_000],
    [139, 11_000],
    [140, null],
  ])('on day %i one unit is worth %p', (day, cents) => {
    expect(STEPS.inForceOn(day)).toBe(cents);
  });

  it('keeps a value of 0 apart from an unknown one', () => {
    expect(ValueSteps.of([{ day: 1, unitValueCents: 0 }]).inForceOn(1)).toBe(0);
  });
});
