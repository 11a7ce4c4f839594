import { valueSteps } from './value-steps.ts';

describe('value steps', () => {
  it('keep changes only, and the day a value is lost', () => {
    const cents = [null, 500, 500, 510, 500, null, null];
    expect(valueSteps(cents.map((valueCents, day) => ({ day, valueCents })))).toEqual([
      { day: 1, valueCents: 500 },
      { day: 3, valueCents: 510 },
      { day: 4, valueCents: 500 },
      { day: 5, valueCents: null },
    ]);
  });
});
