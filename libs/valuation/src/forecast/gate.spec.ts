import * as fc from 'fast-check';
import { judge, type OriginScore } from './gate.ts';
import { isHeld, pinballLoss, Spread } from './spread.ts';

const BOUNDS = { least: 77, most: 83 };

function scores(held: readonly number[], loss: number, rival: number): OriginScore<'unchanged'>[] {
  return held.map((heldPct, at) => ({
    month: `20${20 + at}-06`,
    series: 100,
    heldPct,
    loss,
    rivals: { unchanged: rival },
  }));
}

describe('the gate of forecasts', () => {
  it.each([
    ['opens when three moments were better and their ranges held on average', [75, 80, 85], 7, 8, null],
    ['stays closed with two', [80, 80], 7, 8, 'too-short'],
    ['stays closed for what is only as good as a plain way', [80, 80, 80], 8, 8, 'not-better'],
    ['stays closed when ranges hold too little', [76, 77, 77], 7, 8, 'range-not-held'],
    ['stays closed when ranges hold too much', [83, 83, 84], 7, 8, 'range-not-held'],
  ] as const)('%s', (_, held, loss, rival, refusal) => {
    expect(judge(scores(held, loss, rival), ['unchanged'], BOUNDS).refusal).toBe(refusal);
  });
});

describe('a spread', () => {
  const changes = fc.array(fc.double({ min: -1.4, max: 1.4, noNaN: true }), { minLength: 1, maxLength: 200 });

  it('has ordered quantiles with about a tenth of the numbers outside of each end', () => {
    fc.assert(
      fc.property(changes, (numbers) => {
        const spread = new Spread();
        for (const number of numbers) spread.add(number, 1);
        const [low, middle, high] = spread.quantiles();
        expect(low <= middle && middle <= high).toBe(true);
        // Numbers are counted in steps of 0.01.
        const held = numbers.filter((number) => isHeld([low - 0.01, middle, high + 0.01], number)).length;
        expect(held).toBeGreaterThanOrEqual(Math.floor(0.8 * numbers.length));
      }),
    );
  });

  it('is between its own numbers and those of a wider one that it is drawn to', () => {
    const [own, wider] = [new Spread(), new Spread()];
    for (let at = 0; at < 100; at++) own.add(0.5, 1);
    for (let at = 0; at < 1_000; at++) wider.add(-0.5, 1);
    expect(own.drawnTo(wider, 0).quantiles()[1]).toBeCloseTo(0.5, 2);
    expect(own.drawnTo(wider, 1_000).quantiles()[1]).toBeCloseTo(-0.5, 2);
    expect(new Spread().drawnTo(wider, 50).quantiles()[1]).toBeCloseTo(-0.5, 2);
    expect(new Spread().quantiles()).toEqual([0, 0, 0]);
  });

  it('costs least when the quantiles are right', () => {
    const numbers = Array.from({ length: 101 }, (_, at) => (at - 50) / 50);
    const cost = (low: number, high: number): number =>
      numbers.reduce((sum, number) => sum + pinballLoss([low, 0, high], number), 0);
    expect(cost(-0.8, 0.8)).toBeLessThan(cost(-0.4, 0.4));
    expect(cost(-0.8, 0.8)).toBeLessThan(cost(-1, 1));
  });
});
