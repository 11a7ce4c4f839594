import { unitValuesOn } from './value-steps.ts';

const SEALED = { setNumber: '10497-1', condition: 'sealed' } as const;
const USED = { setNumber: '10497-1', condition: 'used' } as const;
const STEPS = [
  { ...SEALED, day: 120, unitValueCents: 11_000 },
  { ...SEALED, day: 100, unitValueCents: 10_000 },
  { ...SEALED, day: 140, unitValueCents: null },
  { ...USED, day: 110, unitValueCents: 6_000 },
];

describe('unitValuesOn', () => {
  it.each([[99, null], [100, 10_000], [119, 10_000], [120, 11_000], [139, 11_000], [140, null]])('on day %i one unit is worth %p', (day, cents) => {
    expect(unitValuesOn(STEPS, day)(SEALED)).toBe(cents);
  });
  it('keeps conditions and items apart', () => {
    const unitValueOf = unitValuesOn(STEPS, 130);
    expect(unitValueOf(USED)).toBe(6_000);
    expect(unitValueOf({ setNumber: '75192-1', condition: 'sealed' })).toBeNull();
  });
});
