import { type Box, parseIsoDay } from '@brickmarket/domain';
import * as fc from 'fast-check';
import { exitEconomics } from './exit-economics.ts';
import { FEE_SCHEDULE } from './fee-schedule.ts';

const boxOf = (sidesIn: readonly [number, number, number], lb: number): Box => ({
  widthMm: sidesIn[0] * 25.4,
  heightMm: sidesIn[1] * 25.4,
  depthMm: sidesIn[2] * 25.4,
  weightG: lb * 453.59237,
});
const on = (day: string) => parseIsoDay(day)!;
const polybag = boxOf([7, 5, 0.5], 3 / 16);
/** 240 cubic inches: 1.73 lb by volume, the band up to 28 oz. */
const smallBox = boxOf([10, 8, 3], 1.2);
/** 2310 cubic inches: 16.62 lb by volume, 16 pounds begun past the first. */
const displaySet = boxOf([22, 15, 7], 8);

describe('exitEconomics, without surcharge (March 2025)', () => {
  it.each([
    // 1299 - 195 - 315
    ['small standard, 3 oz', 'small_standard', 1299, polybag, 789],
    // 499 - 75 - (315 - 77)
    ['small standard under $10', 'small_standard', 499, polybag, 186],
    // 4999 - 750 - 552
    ['large standard, by volume', 'large_standard', 4999, smallBox, 3697],
    // 1470 / 139 = 10.58 lb, 31 quarter pounds begun past 3 lb: 9999 - 1500 - (692 + 31 * 8)
    ['large standard past 3 lb', 'large_standard', 9999, boxOf([15, 14, 7], 4), 7559],
    // 19999 - 3000 - (961 + 16 * 38)
    ['large bulky', 'large_bulky', 19_999, displaySet, 15_430],
    // Within the first pound, long as it is: 19999 - 3000 - 961
    ['large bulky of half a pound', 'large_bulky', 19_999, boxOf([20, 1, 1], 0.5), 16_038],
    // 3000 / 139 = 21.58 lb: 30000 - 4500 - (2633 + 21 * 38)
    ['extra-large to 50 lb', 'extra_large_0_50', 30_000, boxOf([60, 10, 5], 20), 22_069],
    // 50000 - 7500 - (4012 + 9 * 75)
    ['extra-large to 70 lb', 'extra_large_50_70', 50_000, boxOf([30, 20, 10], 60), 37_813],
    // 50000 - 7500 - (5481 + 30 * 75)
    ['extra-large to 150 lb', 'extra_large_70_150', 50_000, boxOf([30, 20, 10], 100.5), 34_769],
    // 50000 - 7500 - (19495 + 9 * 19)
    ['extra-large past 150 lb', 'extra_large_150_plus', 50_000, boxOf([30, 20, 10], 160), 22_834],
  ])('%s', (_, sizeTier, lowestFba, box, net) => {
    expect(exitEconomics(lowestFba, box, on('2025-03-01'))).toMatchObject({ sizeTier, netCents: net });
  });
});

describe('exitEconomics, with the fuel surcharge of 3.5 % (May 2026)', () => {
  it.each([
    // 368 * 1.035 = 380.88: 6000 - 900 - 381
    ['small standard over $50', 'small_standard', 6000, polybag, 4719],
    // 557 * 1.035 = 576.495: 4999 - 750 - 576
    ['large standard', 'large_standard', 4999, smallBox, 3673],
    // (755 + 16 * 38) * 1.035 = 1410.705: 19999 - 3000 - 1411
    ['small bulky', 'small_bulky', 19_999, displaySet, 15_588],
    // 4200 / 139 = 30.22 lb, (935 + 30 * 38) * 1.035 = 2147.625: 19999 - 3000 - 2148
    ['large bulky', 'large_bulky', 19_999, boxOf([40, 15, 7], 8), 14_851],
    // 3431 * 1.035 = 3551.085: 30000 - 4500 - 3551
    ['extra-large to 50 lb', 'extra_large_0_50', 30_000, boxOf([60, 10, 5], 20), 21_949],
    // (3732 + 9 * 75) * 1.035 = 4561.245: 50000 - 7500 - 4561
    ['extra-large to 70 lb', 'extra_large_50_70', 50_000, boxOf([30, 20, 10], 60), 37_939],
    // (5132 + 30 * 75) * 1.035 = 7640.37: 50000 - 7500 - 7640
    ['extra-large to 150 lb', 'extra_large_70_150', 50_000, boxOf([30, 20, 10], 100.5), 34_860],
    // 19666 * 1.035 = 20354.31: 50000 - 7500 - 20354
    ['extra-large past 150 lb', 'extra_large_150_plus', 50_000, boxOf([30, 20, 10], 160), 22_146],
  ])('%s', (_, sizeTier, lowestFba, box, net) => {
    expect(exitEconomics(lowestFba, box, on('2026-05-01'))).toMatchObject({ sizeTier, netCents: net });
  });
});

describe('exitEconomics', () => {
  it.each([
    ['2024-02-05', 575],
    ['2024-04-14', 575],
    ['2024-04-15', 552],
    ['2024-10-14', 552],
    ['2024-10-15', 584],
    ['2025-01-14', 584],
    ['2025-01-15', 552],
    ['2025-10-15', 584],
    ['2026-01-15', 557],
    ['2026-04-16', 557],
    ['2026-04-17', 576],
    ['2026-10-14', 576],
    ['2026-10-15', 610],
    ['2027-01-14', 610],
    ['2027-01-15', 576],
  ])('charges what the schedule says on %s', (day, fee) => {
    expect(exitEconomics(4999, smallBox, on(day))?.fulfilmentFeeCents).toBe(fee);
  });

  it('knows nothing without a price, without a box, or before its schedule begins', () => {
    expect(exitEconomics(null, smallBox, on('2026-05-01'))).toBeNull();
    expect(exitEconomics(4999, null, on('2026-05-01'))).toBeNull();
    expect(exitEconomics(4999, smallBox, on('2024-02-04'))).toBeNull();
  });

  it('takes the least referral fee of a very low price, down to a negative net', () => {
    expect(exitEconomics(100, polybag, on('2025-03-01'))).toMatchObject({
      referralFeeCents: 30,
      netCents: 100 - 30 - 238,
    });
  });

  it.each([
    [999, 342 - 93],
    [1000, 342],
    [5000, 342],
    [5001, 368],
  ])('puts a selling price of %i cents into its band', (price, fee) => {
    expect(exitEconomics(price, polybag, on('2026-02-01'))?.fulfilmentFeeCents).toBe(fee);
  });

  it('keeps a box exactly at the limits of a tier in it, and not one a tenth of a millimetre over', () => {
    const limit: Box = { widthMm: 304.8, heightMm: 19.05, depthMm: 381, weightG: 453.59237 };
    expect(exitEconomics(2000, limit, on('2026-05-01'))?.sizeTier).toBe('small_standard');
    expect(exitEconomics(2000, { ...limit, heightMm: 19.15 }, on('2026-05-01'))?.sizeTier).toBe('large_standard');
    expect(exitEconomics(2000, { ...limit, weightG: 454 }, on('2026-05-01'))?.sizeTier).toBe('large_standard');
  });

  it('adds up to the cent for any box however it is turned, under every row of the schedule', () => {
    const side = fc.integer({ min: 1, max: 30_000 }).map((n) => n / 10);
    const row = fc.constantFrom(...FEE_SCHEDULE);
    fc.assert(
      fc.property(
        side,
        side,
        side,
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 0, max: 200_000 }),
        row,
        (a, b, c, weightG, price, { from }) => {
          const exit = exitEconomics(price, { widthMm: a, heightMm: b, depthMm: c, weightG }, on(from))!;
          expect(exit.netCents).toBe(price - exit.referralFeeCents - exit.fulfilmentFeeCents);
          expect(Number.isInteger(exit.netCents)).toBe(true);
          expect(exitEconomics(price, { widthMm: c, heightMm: a, depthMm: b, weightG }, on(from))).toEqual(exit);
        },
      ),
    );
  });
});
