import { isolatedPositions, type ChartLine, strokesOf } from './chart-data.ts';

describe('what a chart draws', () => {
  const line: ChartLine = {
    name: 'New',
    tone: 'main',
    values: [10, null, 12, 14, 16],
    band: { low: [9, null, 11, 12, 13], high: [11, null, 13, 16, 19] },
  };

  it('is every line with the edges of its range, as a whole where nothing is expected', () => {
    expect(strokesOf({ lines: [line] })).toEqual([
      { line, part: 'value', isExpected: false, values: [10, null, 12, 14, 16] },
      { line, part: 'high', isExpected: false, values: [11, null, 13, 16, 19] },
      { line, part: 'low', isExpected: false, values: [9, null, 11, 12, 13] },
    ]);
  });

  it('is known up to today and expected from today on, so that both parts meet', () => {
    expect(strokesOf({ lines: [line], today: 2 })).toEqual([
      { line, part: 'value', isExpected: false, values: [10, null, 12, null, null] },
      { line, part: 'high', isExpected: false, values: [11, null, 13, null, null] },
      { line, part: 'low', isExpected: false, values: [9, null, 11, null, null] },
      { line, part: 'value', isExpected: true, values: [null, null, 12, 14, 16] },
      { line, part: 'high', isExpected: true, values: [null, null, 13, 16, 19] },
      { line, part: 'low', isExpected: true, values: [null, null, 11, 12, 13] },
    ]);
  });

  it('has no edges where a line has no range', () => {
    const { band: _band, ...plain } = line;
    expect(strokesOf({ lines: [plain], today: 2 }).map(({ part }) => part)).toEqual(['value', 'value']);
  });
});

describe('a month without neighbours', () => {
  it.each([
    [[5], [0]],
    [
      [5, null, 6],
      [0, 2],
    ],
    [[null, 5, null, 6, 7, null], [1]],
    [[5, 6, 7], []],
    [[null], []],
  ])('of %j is at %j', (values, positions) => {
    expect(isolatedPositions(values)).toEqual(positions);
  });
});
