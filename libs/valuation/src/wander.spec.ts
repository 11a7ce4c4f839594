import { DEFAULT_SETTINGS } from './valuation-settings.ts';
import { Wander } from './wander.ts';

const TODAY = 20_000;
const facts = {
  theme: null,
  year: null,
  releaseDay: null,
  exitDay: TODAY - 300,
  listPriceCents: null,
  retailPriceCents: null,
};
const settings = {
  ...DEFAULT_SETTINGS,
  wanderVariancePerDay: { sealed: 1, used: 2, minifig: 3 },
  turnDays: { from: -60, to: 180 },
  turnFactor: 5,
};

describe('how far a price wanders by itself', () => {
  const wander = new Wander(TODAY, settings);

  it.each([
    ['after the turn', 100, 10, 90],
    ['all in the turn', 350, 130, 5 * 220],
    ['into the turn', 380, 350, 20 + 5 * 10],
    ['out of the turn', 130, 110, 5 * 10 + 10],
  ])('counts the days around retirement as so many more: %s', (_, from, to, expected) => {
    wander.select({ kind: 'sealed', facts, start: 0, end: 0, sealedSeries: null });
    expect(wander.together(from, to)).toBe(expected);
  });

  it('knows no retirement of minifigs', () => {
    wander.select({ kind: 'minifig', facts, start: 0, end: 0, sealedSeries: null });
    expect(wander.together(350, 130)).toBe(3 * 220);
  });
});
