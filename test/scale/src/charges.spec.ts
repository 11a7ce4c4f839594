import * as fc from 'fast-check';
import { balanceOf } from './charges.ts';

const balance = (acknowledged: number, failed: number, counter: number | null) =>
  balanceOf(new Map([['key', { acknowledged, failed }]]), new Map(counter === null ? [] : [['key', counter]]));

describe('the balance of charges', () => {
  it.each([
    ['all in the counter', [7, 0, 7], { lost: 0, doubled: 0, keptOfFailed: 0 }],
    ['one lost', [7, 0, 6], { lost: 1, doubled: 0, keptOfFailed: 0 }],
    ['a failed request does not hide a lost charge', [7, 3, 6], { lost: 1, doubled: 0, keptOfFailed: 0 }],
    ['one twice', [7, 0, 8], { lost: 0, doubled: 1, keptOfFailed: 0 }],
    ['two of three failed requests charged', [7, 3, 9], { lost: 0, doubled: 0, keptOfFailed: 2 }],
    ['more than was ever asked for', [7, 3, 12], { lost: 0, doubled: 2, keptOfFailed: 3 }],
    ['a counter that is gone', [7, 3, null], { lost: 7, doubled: 0, keptOfFailed: 0 }],
  ] as const)('%s', (_, [acknowledged, failed, counter], expected) => {
    expect(balance(acknowledged, failed, counter)).toEqual({ acknowledged, ...expected });
  });

  it('counts the charges of a key that nobody asked with as doubled', () => {
    expect(balanceOf(new Map(), new Map([['other', 2]]))).toMatchObject({ doubled: 2 });
  });

  it('accounts for every unit of every counter, and does not let one key make up for another', () => {
    const key = fc.record({ acknowledged: fc.nat(50), failed: fc.nat(10), counter: fc.nat(70) });
    fc.assert(
      fc.property(fc.array(key), (keys) => {
        const asked = new Map(keys.map(({ acknowledged, failed }, n) => [String(n), { acknowledged, failed }]));
        const counters = new Map(keys.map(({ counter }, n) => [String(n), counter]));
        const { acknowledged, lost, doubled, keptOfFailed } = balanceOf(asked, counters);
        expect(acknowledged - lost + doubled + keptOfFailed).toBe(keys.reduce((sum, { counter }) => sum + counter, 0));
        expect(lost > 0).toBe(keys.some((one) => one.counter < one.acknowledged));
        expect(doubled > 0).toBe(keys.some((one) => one.counter > one.acknowledged + one.failed));
      }),
    );
  });
});
