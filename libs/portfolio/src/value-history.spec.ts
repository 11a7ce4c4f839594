import { parseIsoDay } from '@brickmarket/domain';
import { aHolding, countedCopies, stepsIn } from './testing/portfolio-builders.ts';
import { type PortfolioHistoryPoint, type UnitValueStep, UnitValueSteps, valueHistory } from './value-history.ts';

const TODAY = parseIsoDay('2026-03-01')!;
const SEALED = { setNumber: '10497-1', condition: 'sealed' } as const;
const OVER_30_DAYS = { period: '30d', today: TODAY } as const;
const amounts = ({ costCents, valueCents, gainCents, gainPct }: PortfolioHistoryPoint) => [
  costCents,
  valueCents,
  gainCents,
  gainPct,
];
const copiesBought = (daysAgo: number | null, quantity = 1, purchasePriceCents: number | null = 10_000) =>
  countedCopies([
    aHolding({ ...SEALED, quantity, purchasePriceCents, purchaseDay: daysAgo === null ? null : TODAY - daysAgo }),
  ]);
const step = (daysAgo: number, unitValueCents: number | null) => ({ day: TODAY - daysAgo, unitValueCents });
const worth = (...steps: readonly UnitValueStep[]) => stepsIn([{ ...SEALED, steps: UnitValueSteps.of(steps) }]);

describe('valueHistory', () => {
  it.each([
    ['30d', 30],
    ['90d', 90],
    ['1y', 365],
  ] as const)('has a point for each day of %s, oldest first, the last one today', (period, count) => {
    const days = valueHistory([], stepsIn([]), { period, today: TODAY }).map((point) => point.day);
    expect(days).toEqual(Array.from({ length: count }, (_, index) => TODAY - count + 1 + index));
  });

  it('is zero throughout without holdings, whatever the market does', () => {
    expect(valueHistory([], worth(step(5, 10_000)), OVER_30_DAYS).map(amounts)).toEqual(
      Array.from({ length: 30 }, () => [0, 0, 0, 0]),
    );
  });

  it('follows purchases and values day by day', () => {
    const copies = [...copiesBought(400), ...copiesBought(2, 2, 11_000), ...copiesBought(0, 1, 13_000)];
    const points = valueHistory(
      copies,
      worth(step(200, 9_000), step(100, 9_500), step(3, 12_000), step(1, 12_500)),
      OVER_30_DAYS,
    );
    expect(points.slice(0, 26).every((point) => point.valueCents === 9_500)).toBe(true);
    expect(points.slice(-5).map(amounts)).toEqual([
      [10_000, 9_500, -500, -5],
      [10_000, 12_000, 2_000, 20],
      [32_000, 36_000, 4_000, 12.5],
      [32_000, 37_500, 5_500, 17.19],
      [45_000, 50_000, 5_000, 11.11],
    ]);
  });

  it('counts copies of unknown purchase date on every day', () => {
    expect(valueHistory(copiesBought(null), worth(step(50, 12_000)), OVER_30_DAYS).map(amounts)).toEqual(
      Array.from({ length: 30 }, () => [10_000, 12_000, 2_000, 20]),
    );
  });

  it('counts copies dated after today from today on', () => {
    expect(
      valueHistory(copiesBought(-7), worth(step(50, 12_000)), OVER_30_DAYS)
        .slice(-2)
        .map(amounts),
    ).toEqual([
      [0, 0, 0, 0],
      [10_000, 12_000, 2_000, 20],
    ]);
  });

  it('carries copies at cost until their value is first known, and again once it is not known any more', () => {
    const points = valueHistory(
      [...copiesBought(10), ...copiesBought(10, 1, null)],
      worth(step(2, 12_000), step(0, null)),
      OVER_30_DAYS,
    );
    expect(points.slice(-4).map(amounts)).toEqual([
      [10_000, 10_000, 0, 0],
      [10_000, 24_000, 2_000, 20],
      [10_000, 24_000, 2_000, 20],
      [10_000, 10_000, 0, 0],
    ]);
  });

  it('divides the gain of a day by the cost of the copies whose value is known on that day', () => {
    const other = { ...SEALED, setNumber: '75192-1' };
    const steps = stepsIn([
      { ...SEALED, steps: UnitValueSteps.of([step(50, 12_000)]) },
      { ...other, steps: UnitValueSteps.of([step(1, 45_000)]) },
    ]);
    const copies = [
      ...copiesBought(10),
      ...countedCopies([aHolding({ ...other, purchasePriceCents: 40_000, purchaseDay: TODAY - 10 })]),
    ];
    expect(valueHistory(copies, steps, OVER_30_DAYS).slice(-3).map(amounts)).toEqual([
      [50_000, 52_000, 2_000, 20],
      [50_000, 57_000, 7_000, 14],
      [50_000, 57_000, 7_000, 14],
    ]);
  });

  it('ignores values that take effect after today', () => {
    expect(valueHistory(copiesBought(10), worth(step(-1, 99_999)), OVER_30_DAYS).at(-1)).toMatchObject({
      valueCents: 10_000,
    });
  });

  it('values sealed and used copies apart', () => {
    const used = copiesBought(10).map((copies) => ({ ...copies, condition: 'used' as const }));
    expect(
      valueHistory(
        used,
        stepsIn([
          { ...SEALED, steps: UnitValueSteps.of([step(5, 12_000)]) },
          { ...SEALED, condition: 'used', steps: UnitValueSteps.of([step(5, 7_000)]) },
        ]),
        OVER_30_DAYS,
      ).at(-1),
    ).toMatchObject({ valueCents: 7_000 });
  });
});

const STEPS = UnitValueSteps.of([
  { day: 100, unitValueCents: 10_000 },
  { day: 120, unitValueCents: 11_000 },
  { day: 140, unitValueCents: null },
]);

describe('UnitValueSteps', () => {
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
    expect(UnitValueSteps.of([{ day: 1, unitValueCents: 0 }]).inForceOn(1)).toBe(0);
  });
});
