import { unitValuesOn } from './value-series.ts';
import { ValueSteps } from './value-steps.ts';

const SEALED = { setNumber: '10497-1', condition: 'sealed' } as const;
const USED = { setNumber: '10497-1', condition: 'used' } as const;
const SERIES = [
  { ...SEALED, steps: ValueSteps.of([{ day: 100, unitValueCents: 10_000 }, { day: 120, unitValueCents: 11_000 }, { day: 140, unitValueCents: null }]) },
  { ...USED, steps: ValueSteps.of([{ day: 110, unitValueCents: 6_000 }]) },
];

describe('unitValuesOn', () => {
  it.each([[99, null], [100, 10_000], [119, 10_000], [120, 11_000], [139, 11_000], [140, null]])('on day %i one unit is worth %p', (day, cents) => {
    expect(unitValuesOn(SERIES, day)(SEALED)).toBe(cents);
  });
  it('keeps conditions and items apart', () => {
    const unitValueOf = unitValuesOn(SERIES, 130);
    expect(unitValueOf(USED)).toBe(6_000);
    expect(unitValueOf({ setNumber: '75192-1', condition: 'sealed' })).toBeNull();
  });
});
