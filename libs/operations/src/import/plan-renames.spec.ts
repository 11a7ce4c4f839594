import type { RenameFacts } from '@brickmarket/persistence-ports';
import { planRenames } from './plan-renames.ts';

describe('planRenames', () => {
  /** Sets with ids from 1; those whose number ends in `!` are in use. */
  function facts(sets: readonly string[], givenUp: readonly (readonly [string, string | null])[] = []): RenameFacts {
    return {
      sets: new Map(sets.map((set, at) => [set.replace('!', ''), { setId: at + 1, isUsed: set.endsWith('!') }])),
      givenUp: new Map(givenUp),
    };
  }
  const plan = (renames: readonly (readonly [string, string | null])[], known: RenameFacts) => {
    const { steps, refused } = planRenames(
      renames.map(([oldNumber, newNumber]) => ({ oldNumber, newNumber })),
      known,
    );
    return {
      steps: steps.map((step) =>
        step.kind === 'merge'
          ? `merge ${step.setId} keeps ${step.keeps} drops ${step.droppedSetId}`
          : `${step.kind} ${step.setId} ${step.rename.newNumber ?? ''}`.trim(),
      ),
      refused: Object.fromEntries(refused),
    };
  };

  it('renames, exchanges and passes numbers on', () => {
    expect(plan([['a', 'x']], facts(['a!']))).toEqual({ steps: ['rename 1 x'], refused: {} });
    const swap = [
      ['a', 'b'],
      ['b', 'a'],
    ] as const;
    expect(plan(swap, facts(['a!', 'b!']))).toEqual({ steps: ['rename 1 b', 'rename 2 a'], refused: {} });
    const chain = [
      ['a', 'b'],
      ['b', 'c'],
    ] as const;
    expect(plan(chain, facts(['a!', 'b!']))).toEqual({ steps: ['rename 1 b', 'rename 2 c'], refused: {} });
  });

  it('makes two sets one, and keeps the one that is in use', () => {
    expect(plan([['a', 'b']], facts(['a!', 'b'])).steps).toEqual(['merge 1 keeps old drops 2']);
    expect(plan([['a', 'b']], facts(['a', 'b!'])).steps).toEqual(['merge 2 keeps new drops 1']);
    expect(plan([['a', 'b']], facts(['a!', 'b!']))).toEqual({
      steps: [],
      refused: { 0: expect.stringContaining('cannot be made one') },
    });
  });

  it('removes a set unless it is in use', () => {
    expect(plan([['a', null]], facts(['a'])).steps).toEqual(['remove 1']);
    expect(plan([['a', null]], facts(['a!'])).refused).toEqual({ 0: expect.stringContaining('not removed') });
  });

  it('refuses what follows a refused rename into its number', () => {
    const renames = [
      ['a', 'b'],
      ['b', 'c'],
    ] as const;
    expect(plan(renames, facts(['a!', 'b!', 'c!']))).toEqual({
      steps: [],
      refused: { 0: expect.stringContaining('a and b both'), 1: expect.stringContaining('b and c both') },
    });
  });

  it('refuses unknown sets, repeated numbers and nothing to do, with the reason', () => {
    const renames = [
      ['z', 'y'],
      ['a', 'a'],
      ['a', 'x'],
      ['a', 'w'],
      ['b', 'x'],
    ] as const;
    expect(plan(renames, facts(['a!', 'b!']))).toEqual({
      steps: [],
      refused: {
        0: expect.stringContaining('not in the catalog'),
        1: expect.stringContaining('nothing is to be done'),
        2: expect.stringContaining('twice'),
        3: expect.stringContaining('twice'),
        4: expect.stringContaining('given twice'),
      },
    });
  });

  it('takes what was carried out before as done, also an exchange', () => {
    expect(plan([['a', 'b']], facts(['b!'], [['a', 'b']]))).toEqual({ steps: [], refused: {} });
    const swapped = facts(
      ['a!', 'b!'],
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
    );
    expect(
      plan(
        [
          ['a', 'b'],
          ['b', 'a'],
        ],
        swapped,
      ),
    ).toEqual({ steps: [], refused: {} });
    expect(plan([['a', null]], facts([], [['a', null]]))).toEqual({ steps: [], refused: {} });
    expect(plan([['a', null]], facts(['a'], [['a', null]])).steps).toEqual(['remove 1']);
  });
});
