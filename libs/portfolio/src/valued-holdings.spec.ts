import { setConditionKey, setsToValue, valuedSet } from './valued-holdings.ts';
import { UnitValueSteps } from './value-history.ts';

describe('the values of many sets', () => {
  const TODAY = 20_772;

  it('are wanted once for each condition in which there are copies, unless they are known', () => {
    const sealed = { setId: 7, condition: 'sealed' } as const;
    const used = { setId: 7, condition: 'used' } as const;
    const other = { setId: 8, condition: 'sealed' } as const;
    expect(setsToValue([sealed, used, sealed, other], (key) => key === setConditionKey(other))).toEqual([sealed, used]);
  });

  it('are those in force today, of the part of the table that is the own one', () => {
    const table = Int32Array.of(TODAY, 111, TODAY - 9, 222, TODAY + 1, 333);
    const set = { setNumber: '7-1', title: 'Keep', theme: 'Castle' };
    expect(valuedSet({ ...set, steps: { table, start: 2, end: 6 } }, TODAY)).toMatchObject({
      ...set,
      worth: { todayCents: 222, steps: { start: 2, end: 6 } },
    });
    expect(valuedSet({ ...set, steps: null }, TODAY).worth).toEqual({
      todayCents: null,
      steps: UnitValueSteps.none,
      isEstimated: false,
    });
  });
});
