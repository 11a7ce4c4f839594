import {
  bestProceeds,
  type Box,
  formatUsd,
  type OwnFees,
  ownFeesFault,
  parseIsoDay,
  SELLING_PLATFORMS,
} from '@brickmarket/domain';
import * as fc from 'fast-check';
import { exitEconomics } from './exit-economics.ts';
import { everyProceeds, proceedsAt, publishedFees } from './platform-fees.ts';
import { whatToBuy } from './what-to-buy.ts';

const TODAY = parseIsoDay('2026-11-17')!;
const box: Box = { widthMm: 480, heightMm: 378, depthMm: 94, weightG: 2150 };
const own = (platform: OwnFees['platform'], fees: Partial<OwnFees> = {}): OwnFees => ({
  platform,
  isUsed: true,
  commissionBasisPoints: null,
  commissionFixedCents: null,
  paymentBasisPoints: null,
  paymentFixedCents: null,
  shippingCents: null,
  ...fees,
});

const anyPlatform = fc.constantFrom(...SELLING_PLATFORMS);
const anyCents = fc.integer({ min: 0, max: 2_000_000 });
const orPublished = (max: number) => fc.option(fc.integer({ min: 0, max }), { freq: 3 });
const anyOwnFees: fc.Arbitrary<OwnFees> = fc.record({
  platform: anyPlatform,
  isUsed: fc.constant(true),
  commissionBasisPoints: orPublished(6000),
  commissionFixedCents: orPublished(2000),
  paymentBasisPoints: orPublished(4000),
  paymentFixedCents: orPublished(500),
  shippingCents: orPublished(5000),
});

describe('what selling one copy leaves', () => {
  it.each([
    // 13.6 % of 250.00 and 0.40
    ['ebay', 25_000, 3400 + 40, 0],
    // 13.6 % of 9.99 is 1.35864, and 0.30 up to ten dollars
    ['ebay', 999, 136 + 30, 0],
    // 13.6 % of 7,500 and 2.35 % of the 500 above it
    ['ebay', 800_000, 102_000 + 1175 + 40, 0],
    // 3 % of 500, 2 % of 349.99: 15.00 + 6.9998; PayPal 3.49 % of 849.99 is 29.664651
    ['bricklink', 84_999, 2200, 2966 + 49],
    // 3 % of 500, 2 % of 500, 1 % of 200
    ['bricklink', 120_000, 1500 + 1000 + 200, 4188 + 49],
  ] as const)('at %s for %i cents', (platform, priceCents, platformFees, paymentFees) => {
    expect(proceedsAt(platform, { priceCents, box: null }, TODAY)).toEqual({
      platform,
      priceCents,
      platformFeesCents: platformFees,
      paymentFeesCents: paymentFees,
      shippingCents: 0,
      netCents: priceCents - platformFees - paymentFees,
    });
  });

  it('is what the exit economics of the API say at Amazon FBA, for any price', () => {
    fc.assert(
      fc.property(anyCents, (priceCents) => {
        const exit = exitEconomics(priceCents, box, TODAY)!;
        expect(proceedsAt('amazon_fba', { priceCents, box }, TODAY)).toMatchObject({
          platformFeesCents: exit.referralFeeCents,
          shippingCents: exit.fulfilmentFeeCents,
          netCents: exit.netCents,
        });
      }),
    );
  });

  it('adds up to the cent with any fees of one’s own', () => {
    fc.assert(
      fc.property(anyOwnFees, anyCents, (fees, priceCents) => {
        const sum = proceedsAt(fees.platform, { priceCents, box }, TODAY, fees)!;
        const parts = [sum.platformFeesCents, sum.paymentFeesCents, sum.shippingCents];
        expect([...parts, sum.netCents].every(Number.isSafeInteger)).toBe(true);
        expect(parts.every((cents) => cents >= 0)).toBe(true);
        expect(sum.netCents + parts.reduce((total, cents) => total + cents, 0)).toBe(priceCents);
      }),
    );
  });

  it('takes what the account pays instead of what is published, part by part', () => {
    const fees = own('ebay', { commissionBasisPoints: 1000, shippingCents: 1250 });
    expect(proceedsAt('ebay', { priceCents: 25_000, box: null }, TODAY, fees)).toMatchObject({
      platformFeesCents: 2500 + 40,
      shippingCents: 1250,
      netCents: 25_000 - 2540 - 1250,
    });
  });

  it('is not known where the account does not sell, without a box at Amazon, and before the published fees', () => {
    expect(proceedsAt('ebay', { priceCents: 25_000, box }, TODAY, own('ebay', { isUsed: false }))).toBeNull();
    expect(proceedsAt('amazon_fba', { priceCents: 25_000, box: null }, TODAY)).toBeNull();
    expect(proceedsAt('ebay', { priceCents: 25_000, box }, parseIsoDay('2025-02-13')!)).toBeNull();
    expect(publishedFees('bricklink', parseIsoDay('2021-08-01')!)).toBeNull();
  });

  it('is told at Amazon at the lowest offer there and elsewhere at the value, each only where it is known', () => {
    const platforms = (prices: { valueCents: number | null; lowestFbaCents: number | null }) =>
      everyProceeds({ box, ...prices }, TODAY, new Map()).map(({ platform, priceCents }) => [platform, priceCents]);
    expect(platforms({ valueCents: 20_000, lowestFbaCents: 23_000 })).toEqual([
      ['ebay', 20_000],
      ['bricklink', 20_000],
      ['amazon_fba', 23_000],
    ]);
    expect(platforms({ valueCents: null, lowestFbaCents: 23_000 })).toEqual([['amazon_fba', 23_000]]);
    expect(platforms({ valueCents: 20_000, lowestFbaCents: null })).toHaveLength(2);
  });
});

describe('fees of one’s own', () => {
  it.each([
    [{ commissionBasisPoints: 12_000 }, /Fees of 120 % .* at most 100 %/],
    [{ commissionBasisPoints: 9000, paymentBasisPoints: 1001 }, /Fees of 100.01 %/],
    [{ commissionBasisPoints: -1 }, /less than 0 %/],
    [{ shippingCents: -1 }, /from 0.00 to/],
    [{ paymentFixedCents: 100_000_001 }, /from 0.00 to 1000000.00/],
  ])('are refused in a sentence: %j', (fees, sentence) => {
    expect(ownFeesFault(own('ebay', fees))).toMatch(sentence);
  });

  it('may be anything up to the whole price', () => {
    expect(ownFeesFault(own('ebay', { commissionBasisPoints: 10_000, shippingCents: 0 }))).toBeNull();
  });
});

describe('what to buy', () => {
  const anyOffers = fc.array(
    fc.record({
      setNumber: fc.constantFrom('10497-1', '21325-1', '75192-1'),
      priceCents: anyCents,
      valueCents: fc.option(anyCents),
      lowestFbaCents: fc.option(anyCents),
    }),
    { maxLength: 30 },
  );

  it('is every offer that leaves something after fees, and no other, to the cent', () => {
    fc.assert(
      fc.property(anyOffers, fc.array(anyOwnFees, { maxLength: 3 }), (offers, fees) => {
        const ownFees = new Map(fees.map((one) => [one.platform, one]));
        const optionsOf = (offer: (typeof offers)[number]) => everyProceeds({ ...offer, box }, TODAY, ownFees);
        const chances = whatToBuy(offers, optionsOf);
        for (const { offer, best, options, gainCents } of chances) {
          expect(gainCents).toBe(best.netCents - offer.priceCents);
          expect(gainCents).toBeGreaterThan(0);
          expect(Math.max(...options.map(({ netCents }) => netCents))).toBe(best.netCents);
        }
        const bought = new Set(chances.map(({ offer }) => offer));
        for (const offer of offers.filter((one) => !bought.has(one)))
          expect((bestProceeds(optionsOf(offer))?.netCents ?? 0) - offer.priceCents).toBeLessThanOrEqual(0);
        const percents = chances.map(({ gainPct }) => gainPct);
        expect(percents).toEqual(percents.toSorted((a, b) => b - a));
      }),
    );
  });

  it('leaves out what leaves less than the gain asked for', () => {
    const offer = { setNumber: '10497-1', priceCents: 8000, valueCents: 10_000, lowestFbaCents: null };
    const optionsOf = () => everyProceeds({ ...offer, box }, TODAY, new Map());
    // BrickLink: 100.00 - 3.00 - 3.49 - 0.49
    const [chance] = whatToBuy([offer], optionsOf);
    expect([chance!.best.platform, formatUsd(chance!.gainCents), chance!.gainPct]).toEqual([
      'bricklink',
      '13.02',
      16.28,
    ]);
    expect(whatToBuy([offer], optionsOf, 1302)).toHaveLength(1);
    expect(whatToBuy([offer], optionsOf, 1303)).toHaveLength(0);
  });
});
