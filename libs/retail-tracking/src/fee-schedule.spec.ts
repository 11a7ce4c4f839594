import { parseIsoDay } from '@brickmarket/domain';
import { type FeeCard, SIZE_TIERS_2024, SIZE_TIERS_2026, type TierLimits } from './fee-card.ts';
import { FEE_SCHEDULE, feeScheduleOn } from './fee-schedule.ts';

/** A card as the marketplace prints it: a line per size tier, fees by price from light to heavy, then the rise. */
function printed({ tiers, fees }: FeeCard): readonly string[] {
  return tiers.map(({ tier }) => {
    const { byWeight, beyond } = fees[tier]!;
    const bands = byWeight.map(({ upToOz, fee }) => `${upToOz}oz ${fee.join('/')}`);
    const rise =
      beyond === null
        ? []
        : [`over ${beyond.fee.join('/')} + ${beyond.addCents} per ${beyond.everyOz}oz from ${beyond.fromOz}oz`];
    return `${tier}: ${[...bands, ...rise].join(', ')}`;
  });
}

/** A second copy of what is published: no typing error in the tables stays unnoticed. */
const PUBLISHED = [
  {
    from: ['2024-02-05'],
    card: [
      'small_standard: 2oz 245/322/322, 4oz 254/331/331, 6oz 263/340/340, 8oz 272/349/349, 10oz 281/358/358, ' +
        '12oz 291/368/368, 14oz 300/377/377, 16oz 305/382/382',
      'large_standard: 4oz 309/386/386, 8oz 331/408/408, 12oz 355/432/432, 16oz 398/475/475, 20oz 442/519/519, ' +
        '24oz 480/557/557, 28oz 498/575/575, 32oz 523/600/600, 36oz 533/610/610, 40oz 551/628/628, 44oz ' +
        '568/645/645, 48oz 609/686/686, over 648/725/725 + 8 per 4oz from 48oz',
      'large_bulky: over 896/973/973 + 42 per 16oz from 16oz',
      'extra_large_0_50: over 2556/2633/2633 + 38 per 16oz from 16oz',
      'extra_large_50_70: over 3935/4012/4012 + 75 per 16oz from 816oz',
      'extra_large_70_150: over 5404/5481/5481 + 75 per 16oz from 1136oz',
      'extra_large_150_plus: over 19418/19495/19495 + 19 per 16oz from 2416oz',
    ],
  },
  {
    from: ['2024-04-15', '2025-01-15'],
    card: [
      'small_standard: 2oz 229/306/306, 4oz 238/315/315, 6oz 247/324/324, 8oz 256/333/333, 10oz 266/343/343, ' +
        '12oz 276/353/353, 14oz 283/360/360, 16oz 288/365/365',
      'large_standard: 4oz 291/368/368, 8oz 313/390/390, 12oz 338/415/415, 16oz 378/455/455, 20oz 422/499/499, ' +
        '24oz 460/537/537, 28oz 475/552/552, 32oz 500/577/577, 36oz 510/587/587, 40oz 528/605/605, 44oz ' +
        '544/621/621, 48oz 585/662/662, over 615/692/692 + 8 per 4oz from 48oz',
      'large_bulky: over 884/961/961 + 38 per 16oz from 16oz',
      'extra_large_0_50: over 2556/2633/2633 + 38 per 16oz from 16oz',
      'extra_large_50_70: over 3935/4012/4012 + 75 per 16oz from 816oz',
      'extra_large_70_150: over 5404/5481/5481 + 75 per 16oz from 1136oz',
      'extra_large_150_plus: over 19418/19495/19495 + 19 per 16oz from 2416oz',
    ],
  },
  {
    from: ['2024-10-15', '2025-10-15'],
    card: [
      'small_standard: 2oz 248/325/325, 4oz 257/334/334, 6oz 267/344/344, 8oz 276/353/353, 10oz 287/364/364, ' +
        '12oz 297/374/374, 14oz 305/382/382, 16oz 310/387/387',
      'large_standard: 4oz 315/392/392, 8oz 339/416/416, 12oz 366/443/443, 16oz 407/484/484, 20oz 452/529/529, ' +
        '24oz 491/568/568, 28oz 507/584/584, 32oz 533/610/610, 36oz 547/624/624, 40oz 567/644/644, 44oz ' +
        '584/661/661, 48oz 626/703/703, over 669/746/746 + 8 per 4oz from 48oz',
      'large_bulky: over 988/1065/1065 + 38 per 16oz from 16oz',
      'extra_large_0_50: over 2829/2906/2906 + 38 per 16oz from 16oz',
      'extra_large_50_70: over 4216/4293/4293 + 75 per 16oz from 816oz',
      'extra_large_70_150: over 5846/5923/5923 + 75 per 16oz from 1136oz',
      'extra_large_150_plus: over 20269/20346/20346 + 19 per 16oz from 2416oz',
    ],
  },
  {
    from: ['2026-01-15', '2026-04-17', '2027-01-15'],
    card: [
      'small_standard: 2oz 243/332/358, 4oz 249/342/368, 6oz 256/345/371, 8oz 266/354/380, 10oz 277/368/394, ' +
        '12oz 282/378/404, 14oz 292/391/417, 16oz 295/396/422',
      'large_standard: 4oz 291/373/399, 8oz 313/395/421, 12oz 338/420/446, 16oz 378/460/486, 20oz 422/504/530, ' +
        '24oz 460/542/568, 28oz 475/557/583, 32oz 500/582/608, 36oz 510/592/618, 40oz 528/610/636, 44oz ' +
        '544/626/652, 48oz 585/667/693, over 615/697/723 + 8 per 4oz from 48oz',
      'small_bulky: over 678/755/755 + 38 per 16oz from 16oz',
      'large_bulky: over 858/935/935 + 38 per 16oz from 16oz',
      'extra_large_0_50: over 2556/2633/2633 + 38 per 16oz from 16oz',
      'extra_large_50_70: over 3655/3732/3732 + 75 per 16oz from 816oz',
      'extra_large_70_150: over 5055/5132/5132 + 75 per 16oz from 1136oz',
      'extra_large_150_plus: over 19418/19495/19495 + 19 per 16oz from 2416oz',
    ],
  },
  {
    from: ['2026-10-15'],
    card: [
      'small_standard: 2oz 262/351/377, 4oz 268/361/387, 6oz 276/365/391, 8oz 286/374/400, 10oz 298/389/415, ' +
        '12oz 303/399/425, 14oz 314/413/439, 16oz 317/418/444',
      'large_standard: 4oz 315/397/423, 8oz 339/421/447, 12oz 366/448/474, 16oz 407/489/515, 20oz 452/534/560, ' +
        '24oz 491/573/599, 28oz 507/589/615, 32oz 533/615/641, 36oz 547/629/655, 40oz 567/649/675, 44oz ' +
        '584/666/692, 48oz 626/708/734, over 669/751/777 + 8 per 4oz from 48oz',
      'small_bulky: over 782/859/859 + 38 per 16oz from 16oz',
      'large_bulky: over 962/1039/1039 + 38 per 16oz from 16oz',
      'extra_large_0_50: over 2829/2906/2906 + 38 per 16oz from 16oz',
      'extra_large_50_70: over 3936/4013/4013 + 75 per 16oz from 816oz',
      'extra_large_70_150: over 5497/5574/5574 + 75 per 16oz from 1136oz',
      'extra_large_150_plus: over 20269/20346/20346 + 19 per 16oz from 2416oz',
    ],
  },
];

describe('the fee schedule', () => {
  it.each(PUBLISHED)('has the published card from $from on', ({ from, card }) => {
    for (const day of from) expect(printed(feeScheduleOn(parseIsoDay(day)!)!.card)).toEqual(card);
  });

  it('changes on these days, with this surcharge and 15 % referral fee of at least 30 cents', () => {
    expect(FEE_SCHEDULE.map(({ from, surchargePerMille }) => `${from} ${surchargePerMille}`)).toEqual([
      '2024-02-05 0',
      '2024-04-15 0',
      '2024-10-15 0',
      '2025-01-15 0',
      '2025-10-15 0',
      '2026-01-15 0',
      '2026-04-17 35',
      '2026-10-15 35',
      '2027-01-15 35',
    ]);
    for (const row of FEE_SCHEDULE) expect(row).toMatchObject({ referralPercent: 15, referralMinimumCents: 30 });
  });

  it('has no fees before its first day', () => {
    expect(feeScheduleOn(parseIsoDay('2024-02-04')!)).toBeNull();
  });
});

describe('the size tiers', () => {
  const limits = (tier: TierLimits): string =>
    [
      `${tier.tier}: ${tier.weightOz} oz`,
      `${tier.longestIn} x ${tier.medianIn} x ${tier.shortestIn} in`,
      `girth ${tier.lengthPlusGirthIn}`,
      `sides from ${tier.dimensionalSideFloorIn}`,
    ].join(', ');
  const EXTRA_LARGE = [
    'extra_large_0_50: 800 oz, Infinity x Infinity x Infinity in, girth Infinity, sides from 2',
    'extra_large_50_70: 1120 oz, Infinity x Infinity x Infinity in, girth Infinity, sides from 2',
    'extra_large_70_150: 2400 oz, Infinity x Infinity x Infinity in, girth Infinity, sides from 2',
    'extra_large_150_plus: Infinity oz, Infinity x Infinity x Infinity in, girth Infinity, sides from null',
  ];
  const STANDARD = [
    'small_standard: 16 oz, 15 x 12 x 0.75 in, girth Infinity, sides from null',
    'large_standard: 320 oz, 18 x 14 x 8 in, girth Infinity, sides from 0',
  ];
  const LARGE_BULKY = 'large_bulky: 800 oz, 59 x 33 x 33 in, girth 130, sides from 2';

  it('are the published ones', () => {
    expect(SIZE_TIERS_2024.map(limits)).toEqual([...STANDARD, LARGE_BULKY, ...EXTRA_LARGE]);
    expect(SIZE_TIERS_2026.map(limits)).toEqual([
      ...STANDARD,
      'small_bulky: 800 oz, 37 x 28 x 20 in, girth 130, sides from 2',
      LARGE_BULKY,
      ...EXTRA_LARGE,
    ]);
  });
});
