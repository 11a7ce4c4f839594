import { defaultConditions, describeRule, EventKinds, NO_SCHEDULE } from './index.ts';
import type { DescribedRule } from './describe-rule.ts';

const kinds = new EventKinds();
const rule = (kind: string, facts: Partial<DescribedRule> = {}): DescribedRule => ({
  ...defaultConditions(kinds.findWatchable(kind)!),
  watch: { scope: 'holdings' },
  mail: false,
  endpointIds: [],
  schedule: NO_SCHEDULE,
  brickfolioName: null,
  ...facts,
});

describe('a rule in words', () => {
  it.each<[string, DescribedRule]>([
    [
      'Tells you when the price of a set you hold falls by at least 5 %, at either retailer. ' +
        'At most once a day for each set. Goes to your inbox.',
      rule('price.dropped'),
    ],
    [
      'Tells you when the price of 1-1 or 2-1 falls to $100.00 or below by at least $2.00 and 5 %, at Retailer B. ' +
        'Again only after it was at $102.00 or above. At most once in 3 hours for each set. ' +
        'Goes to your inbox, 2 webhook endpoints and your mail once a day at 07:05 (Europe/Paris).',
      rule('price.dropped', {
        watch: { scope: 'sets', setNumbers: ['1-1', '2-1'] },
        retailer: 'retailer_b',
        belowCents: 10_000,
        minChangeCents: 200,
        rearmMinutes: 180,
        endpointIds: [1, 2],
        mail: true,
        schedule: { quiet: null, digestMinute: 425, timeZone: 'Europe/Paris' },
      }),
    ],
    [
      'Tells you when 1-1, 2-1 or 3-1 retires. At most once a day for each set. Goes to your inbox.',
      rule('set.retired', { watch: { scope: 'sets', setNumbers: ['1-1', '2-1', '3-1'] } }),
    ],
    [
      'Tells you when one of 4 listed sets is cheaper than ever before at $50.00 or below, at either retailer. ' +
        'At most once an hour for each set. Goes to your inbox and 1 webhook endpoint.',
      rule('price.all_time_low', {
        watch: { scope: 'sets', setNumbers: ['1-1', '2-1', '3-1', '4-1'] },
        belowCents: 5_000,
        rearmMinutes: 60,
        endpointIds: [7],
      }),
    ],
    [
      'Tells you when the value of a set in “Attic” moves within 30 days by at least 5 %. ' +
        'At most once in 30 days for each set. ' +
        'Goes to your inbox and your mail, but not from 22:00 to 07:30 (UTC).',
      rule('value.moved', {
        watch: { scope: 'brickfolio', brickfolioId: 2 },
        brickfolioName: 'Attic',
        mail: true,
        schedule: { quiet: { fromMinute: 1_320, untilMinute: 450 }, digestMinute: null, timeZone: 'UTC' },
      }),
    ],
    [
      'Tells you when the values of a month are published. At most once in 90 minutes. Goes to your inbox.',
      rule('month.published', { watch: { scope: 'account' }, rearmMinutes: 90 }),
    ],
    [
      'Tells you when a set you hold retires. At most once a day for each set. Goes to your inbox.',
      // A minimum change means nothing to a kind without amounts, so the sentence promises none.
      rule('set.retired', { minChangePct: 5, minChangeCents: 100 }),
    ],
  ])('%s', (sentence, described) => {
    expect(describeRule(kinds, described)).toBe(sentence);
  });

  it('says so where the kind is not known any more', () => {
    expect(describeRule(kinds, { ...rule('set.retired'), kind: 'gone.kind' })).toBe(
      'Tells you nothing: gone.kind is not known here any more.',
    );
  });
});

it('watches our kinds by these usual conditions', () => {
  const usual = kinds.watchable.map(({ name, rule: { defaults, priceLimit, byChange, byRetailer, watches } }) =>
    [
      name,
      watches,
      priceLimit,
      byChange,
      byRetailer,
      `${defaults.minChangePct} %`,
      `${defaults.rearmMinutes} min`,
    ].join(),
  );
  expect(usual).toEqual(
    expect.arrayContaining([
      'price.dropped,sets,crossing,true,true,5 %,1440 min',
      'price.all_time_low,sets,at_event,true,true,0 %,1440 min',
      'seller.third_party_only,sets,at_event,false,true,0 %,1440 min',
      'stock.returned,sets,at_event,false,true,0 %,1440 min',
      'value.moved,sets,none,true,false,5 %,43200 min',
      'set.retiring,sets,none,false,false,0 %,1440 min',
      'set.retired,sets,none,false,false,0 %,1440 min',
      'month.published,account,none,false,false,0 %,1440 min',
      'allowance.low,account,none,false,false,0 %,1440 min',
      'key.expiring,account,none,false,false,0 %,1440 min',
    ]),
  );
});
